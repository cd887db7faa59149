print("framewire")
