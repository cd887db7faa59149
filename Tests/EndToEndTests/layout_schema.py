"""Validates layouts as JSON against the schema: `layout_schema.py SCHEMA FILE…`.

Prints a line for each complaint; ends with 1 when there was one.
"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
complaints = 0
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for error in validator.iter_errors(json.load(file)):
            complaints += 1
            print(f"{path}: {error.json_path}")
sys.exit(1 if complaints else 0)
