"""The interfaces as Python sees them. Written by generate.py; the comments are those of the interfaces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, TypeVar

from ._errors import CallError

__all__ = [
    "Span",
    "DiagnosticNote",
    "DiagnosticFix",
    "Diagnostic",
    "View",
    "Line",
    "LookImage",
    "LookFont",
    "Look",
    "Restyle",
    "Change",
    "Move",
    "Fade",
    "Shade",
    "Filter",
    "Timing",
    "Event",
    "Environment",
    "Op",
    "OpenReply",
    "CloseReply",
    "ListScenesReplySceneConfig",
    "ListScenesReplyScene",
    "ListScenesReply",
    "LoadReplyScene",
    "LoadReply",
    "UnloadReply",
    "ForgetReply",
    "ReloadReply",
    "SnapshotReply",
    "RevisionsReplyRevision",
    "RevisionsReply",
    "UpdateReply",
    "FollowOptions",
    "ApplyReply",
    "SyncReply",
    "HoldReply",
    "ReleaseReply",
    "ClockReply",
    "GetReplyValueLiteral",
    "GetReplyValue",
    "GetReply",
    "ExplainReplyAttributeBecauseEnd",
    "ExplainReplyAttributeBecause",
    "ExplainReplyAttribute",
    "ExplainReplyConflict",
    "ExplainReplyGuide",
    "ExplainReply",
    "CheckReply",
    "StatsReply",
    "DebugReply",
    "UnknownScene",
    "UnknownView",
    "UnknownName",
    "BadOperation",
    "LayoutFailed",
    "RevisionConflict",
    "RevisionGone",
    "Busy",
    "RateLimited",
    "TimedOut",
    "UnsupportedEncoding",
    "NotAllowed",
    "Unavailable",
    "GetInfoReply",
    "GetInterfaceDescriptionReply",
    "InterfaceNotFound",
    "MethodNotFound",
    "MethodNotImplemented",
    "InvalidParameter",
    "PermissionDenied",
    "ExpectedMore",
    "Calls",
    "AsyncCalls",
]

Reply = TypeVar("Reply")


class Span(TypedDict):
    file: str
    line: int
    column: int
    endLine: int
    endColumn: int


class DiagnosticNote(TypedDict):
    message: str
    span: NotRequired[Span]


class DiagnosticFix(TypedDict):
    title: str
    span: Span
    text: str


class Diagnostic(TypedDict):
    """view: the path of the view that it is about, where that is known"""

    code: str
    severity: Literal["error", "warning", "info"]
    message: str
    span: NotRequired[Span]
    view: NotRequired[str]
    notes: NotRequired[list[DiagnosticNote]]
    fixes: NotRequired[list[DiagnosticFix]]


class View(TypedDict):
    """frame = [x, y, width, height] in points, relative to the parent unless filter.space = scene;
    inside a scroll view relative to its content (space scene adds insets less offset: what is seen)
    at rest the offset is 0, 0; it is told as far as there is content to show
    scroll = [offsetX, offsetY, contentWidth, contentHeight, insetTop, insetLeft, insetBottom, insetRight]
    truncated: not all of the text fits; it is to be cut here (with an ellipsis, unless clip)
    span: line and column from 1, columns in Unicode scalars, end exclusive
    """

    id: int
    path: str
    kind: str
    parent: NotRequired[int]
    index: int
    frame: list[float]
    hidden: NotRequired[bool]
    alpha: NotRequired[float]
    clips: NotRequired[bool]
    text: NotRequired[str]
    truncated: NotRequired[Literal["tail", "head", "middle", "clip"]]
    baselines: NotRequired[list[float]]
    guides: NotRequired[dict[str, list[float]]]
    scroll: NotRequired[list[float]]
    look: NotRequired[int]
    lines: NotRequired[list[Line]]


class Line(TypedDict):
    """a line of a text, to be drawn from x on its baseline, in points from the view's corner. text: what is to be read on
    it, with the ellipsis where it is cut; start, end: what it stands for, in bytes of the view's text (of an input
    without text: of its placeholder); rtl: it is read from right to left, and x is its left end all the same
    """

    text: str
    start: int
    end: int
    x: float
    baseline: float
    width: float
    rtl: NotRequired[bool]


class LookImage(TypedDict):
    path: str
    width: NotRequired[float]
    height: NotRequired[float]
    version: NotRequired[int]


class LookFont(TypedDict):
    family: NotRequired[str]
    size: float
    weight: int
    maxLines: int
    direction: NotRequired[Literal["ltr", "rtl"]]


class Look(TypedDict):
    """what a number of looks stands for, until it is said to stand for something else. Colours are #rrggbbaa (sRGB) or
    names that only who draws knows; lengths are points; data: what the file says with 'data_NAME: value'. A color or
    borderColor that is left out is for who draws to choose; family left out: the font that ships with Framewire. version:
    another number, from 0 if it is left out, whenever the picture was saved
    """

    id: int
    background: NotRequired[str]
    color: NotRequired[str]
    radius: NotRequired[float]
    border: NotRequired[float]
    borderColor: NotRequired[str]
    image: NotRequired[LookImage]
    placeholder: NotRequired[str]
    role: NotRequired[str]
    align: NotRequired[Literal["leading", "center", "trailing"]]
    style: NotRequired[str]
    font: NotRequired[LookFont]
    data: NotRequired[dict[str, Any]]


class Restyle(TypedDict):
    """all of how a view is drawn: what is left out is none"""

    id: int
    look: NotRequired[int]
    lines: NotRequired[list[Line]]


class Change(TypedDict):
    """all of a view but its place and frame: what is left out is as in a View that leaves it out"""

    id: int
    hidden: NotRequired[bool]
    alpha: NotRequired[float]
    clips: NotRequired[bool]
    text: NotRequired[str]
    truncated: NotRequired[Literal["tail", "head", "middle", "clip"]]
    baselines: NotRequired[list[float]]
    guides: NotRequired[dict[str, list[float]]]
    scroll: NotRequired[list[float]]


class Move(TypedDict):
    """alphas only where the opacity moves, and scrolls, [offsetX, offsetY], only where a content is scrolled, with the same
    timing as the frame
    """

    id: int
    fromFrame: list[float]
    toFrame: list[float]
    fromAlpha: NotRequired[float]
    toAlpha: NotRequired[float]
    fromScroll: NotRequired[list[float]]
    toScroll: NotRequired[list[float]]
    durationMs: float
    delayMs: NotRequired[float]
    curve: str


Fade = TypedDict(
    "Fade",
    {
        "id": "int",
        "from": "Shade",
        "to": "Shade",
        "durationMs": "float",
        "delayMs": "NotRequired[float]",
        "curve": "str",
    },
)


class Shade(TypedDict):
    background: NotRequired[str]
    color: NotRequired[str]
    radius: NotRequired[float]
    border: NotRequired[float]
    borderColor: NotRequired[str]


class Filter(TypedDict):
    """root: a view's path; depth: levels below it; kinds: only views of these
    fields: what is told of a view besides what it is and where it stands; of frame, hidden, alpha, clips, text,
    truncated, baselines, guides, scroll, look, lines. text and truncated come together, whichever is named. Without
    fields all but look and lines are told, which are for who draws
    minDelta: points; a frame of an animation in which nothing moves further waits until something has
    """

    root: NotRequired[str]
    depth: NotRequired[int]
    kinds: NotRequired[list[str]]
    fields: NotRequired[list[str]]
    space: NotRequired[Literal["parent", "scene"]]
    minDelta: NotRequired[float]


class Timing(TypedDict):
    """milliseconds, as everywhere"""

    settle: float
    read: float
    parse: float
    resolve: float
    lower: NotRequired[float]
    solve: float
    measure: float


class Event(TypedDict):
    """time = milliseconds of the runtime's clock since the daemon started"""

    kind: Literal["snapshot", "delta", "transition", "diagnostics", "heartbeat", "lost", "bye"]
    epoch: str
    rev: int
    base: NotRequired[int]
    layoutRev: int
    time: float
    settled: NotRequired[bool]
    skipped: NotRequired[int]
    reset: NotRequired[bool]
    cause: NotRequired[str]
    timing: NotRequired[Timing]
    looks: NotRequired[list[Look]]
    views: NotRequired[list[View]]
    removed: NotRequired[list[int]]
    set: NotRequired[list[float]]
    changed: NotRequired[list[Change]]
    restyled: NotRequired[list[Restyle]]
    moves: NotRequired[list[Move]]
    fades: NotRequired[list[Fade]]
    state: NotRequired[Literal["ok", "stale", "failed"]]
    diagnostics: NotRequired[list[Diagnostic]]
    reason: NotRequired[str]


class Environment(TypedDict):
    """size = [width, height]; safe = [top, left, bottom, right]; margins = [top, leading, bottom, trailing]; of size null = wraps the content;
    keyboard = covered height at the bottom, or [x, y, width, height] of one that floats or is split
    """

    size: NotRequired[list[float | None]]
    scale: NotRequired[float]
    safe: NotRequired[list[float]]
    margins: NotRequired[list[float]]
    keyboard: NotRequired[Any]
    traits: NotRequired[dict[str, str]]
    flags: NotRequired[list[str]]
    variables: NotRequired[dict[str, Any]]


class Op(TypedDict):
    """variable: a list of records, a number, or a string that is read as what the variable is ("Hello", "#ff8800", "250ms", "3")
    name of constant, priority, multiplier, active: an id ('#gap', 'card.#gap'). The last three are of all constraints of
    the clause that it stands on: the priority from 0 to 1000, the factor of the anchor on the right side, and false for
    out of force
    size without value leaves it to the layout, its preview or whoever opened the scene
    keyboard may say how what it moves gets there: durationMs, a day at most, and a curve as in Move
    append puts the views of value (paths, in order) into the stack or list of view: at that place among those it has
    without them, from 0, or at the end; remove takes them out, without a value all; arrange makes the stack show
    exactly these, without a value what the file puts there. A view keeps path and id wherever it stands
    insert, change, move and delete are of the records of the list that name says, a var of the layout. insert puts those
    of value (objects) in: at that place, from 0, or before the record of that key, or at the end; move puts those of the
    keys in value elsewhere, delete takes them out; change gives fields of the record of key other values. variable with
    a list of records replaces all. All are checked against the list's type: 'messages[3].unread: it must be …'
    reset takes back what was set: all of it, or with a name what belongs to that part:
    configs (config)
    traits (trait, size, scale, safe, margins, keyboard)
    values (variable, constant, priority, multiplier, active, flag, text, hidden, intrinsic, scroll)
    views (append, remove, arrange)
    """

    op: Literal[
        "config", "trait", "size", "scale", "safe", "margins", "keyboard", "variable",
        "constant", "priority", "multiplier", "active", "flag", "text", "hidden", "intrinsic",
        "scroll", "append", "remove", "arrange", "insert", "change", "move", "delete",
        "reset",
    ]
    view: NotRequired[str]
    name: NotRequired[str]
    value: NotRequired[Any]
    at: NotRequired[int]
    before: NotRequired[str]
    key: NotRequired[str]
    durationMs: NotRequired[float]
    curve: NotRequired[str]
    animate: NotRequired[bool]


class OpenReply(TypedDict):
    layoutRev: int
    warnings: NotRequired[list[Diagnostic]]


class CloseReply(TypedDict):
    warnings: NotRequired[list[Diagnostic]]


class ListScenesReplySceneConfig(TypedDict):
    view: str
    active: str
    names: list[str]


class ListScenesReplyScene(TypedDict):
    name: str
    layout: str
    file: str
    imports: NotRequired[list[str]]
    state: Literal["ok", "stale", "failed"]
    rev: int
    layoutRev: int
    views: int
    size: list[float]
    configs: list[ListScenesReplySceneConfig]
    followers: NotRequired[int]
    set: NotRequired[list[str]]


class ListScenesReply(TypedDict):
    scenes: list[ListScenesReplyScene]


class LoadReplyScene(TypedDict):
    name: str
    layoutRev: int


class LoadReply(TypedDict):
    scenes: list[LoadReplyScene]


class UnloadReply(TypedDict):
    warnings: NotRequired[list[Diagnostic]]


class ForgetReply(TypedDict):
    scenes: list[str]
    warnings: NotRequired[list[Diagnostic]]


class ReloadReply(TypedDict):
    layoutRev: int
    warnings: NotRequired[list[Diagnostic]]


class SnapshotReply(TypedDict):
    event: Event


class RevisionsReplyRevision(TypedDict):
    rev: int
    layoutRev: int
    time: float
    settled: bool
    cause: NotRequired[str]
    views: NotRequired[int]


class RevisionsReply(TypedDict):
    revisions: list[RevisionsReplyRevision]


class UpdateReply(TypedDict):
    rev: int


class FollowOptions(TypedDict):
    """call with more = true; maxHz from 0.001 to 1000000; heartbeatMs from 1 to 86400000
    animation targets goes with mode latest, space parent and no kinds
    """

    filter: NotRequired[Filter]
    mode: NotRequired[Literal["latest", "every"]]
    animation: NotRequired[Literal["frames", "targets"]]
    maxHz: NotRequired[float]
    heartbeatMs: NotRequired[int]
    diagnostics: NotRequired[bool]


class ApplyReply(TypedDict):
    rev: int
    layoutRev: int
    warnings: NotRequired[list[Diagnostic]]


class SyncReply(TypedDict):
    rev: int
    layoutRev: int
    state: Literal["ok", "stale", "failed"]
    diagnostics: list[Diagnostic]


class HoldReply(TypedDict):
    holds: int


class ReleaseReply(TypedDict):
    holds: int
    warnings: NotRequired[list[Diagnostic]]


class ClockReply(TypedDict):
    time: float
    running: bool


class GetReplyValueLiteral(TypedDict):
    span: Span
    text: str


GetReplyValue = TypedDict(
    "GetReplyValue",
    {
        "name": "str",
        "kind": "Literal['config', 'trait', 'size', 'scale', 'safe', 'margins', 'keyboard', 'variable', 'constant', 'priority', 'multiplier', 'active', 'flag', 'text', 'hidden', 'intrinsic', 'scroll']",
        "value": "NotRequired[Any]",
        "priority": "NotRequired[float]",
        "from": "Literal['file', 'outside', 'default']",
        "key": "NotRequired[str]",
        "written": "NotRequired[str]",
        "span": "NotRequired[Span]",
        "clause": "NotRequired[str]",
        "literals": "NotRequired[list[GetReplyValueLiteral]]",
    },
)


class GetReply(TypedDict):
    values: list[GetReplyValue]


class ExplainReplyAttributeBecauseEnd(TypedDict):
    path: str
    guide: NotRequired[str]
    anchor: str
    at: float


class ExplainReplyAttributeBecause(TypedDict):
    id: NotRequired[str]
    source: str
    means: NotRequired[str]
    priority: float
    slack: float
    active: bool
    when: NotRequired[str]
    span: NotRequired[Span]
    ends: NotRequired[list[ExplainReplyAttributeBecauseEnd]]


class ExplainReplyAttribute(TypedDict):
    name: str
    value: float
    status: Literal["unique", "ambiguous", "broken"]
    because: list[ExplainReplyAttributeBecause]


class ExplainReplyConflict(TypedDict):
    constraints: list[str]
    relaxed: str
    by: float
    suggestion: NotRequired[str]


class ExplainReplyGuide(TypedDict):
    path: str
    guide: str
    frame: list[float]


class ExplainReply(TypedDict):
    attributes: list[ExplainReplyAttribute]
    conflicts: list[ExplainReplyConflict]
    declared: list[Span]
    guides: list[ExplainReplyGuide]


class CheckReply(TypedDict):
    diagnostics: list[Diagnostic]


class StatsReply(TypedDict):
    metrics: dict[str, float]


class DebugReply(TypedDict):
    text: str


class UnknownScene(CallError, name="io.framewire.v1.UnknownScene"):
    scene: str
    known: list[str]


class UnknownView(CallError, name="io.framewire.v1.UnknownView"):
    view: str
    near: list[str]


class UnknownName(CallError, name="io.framewire.v1.UnknownName"):
    kind: str
    name: str
    known: list[str]


class BadOperation(CallError, name="io.framewire.v1.BadOperation"):
    index: int
    message: str


class LayoutFailed(CallError, name="io.framewire.v1.LayoutFailed"):
    diagnostics: list[Diagnostic]


class RevisionConflict(CallError, name="io.framewire.v1.RevisionConflict"):
    current: int


class RevisionGone(CallError, name="io.framewire.v1.RevisionGone"):
    oldest: int
    newest: int


class Busy(CallError, name="io.framewire.v1.Busy"):
    """help: what to do about it"""

    limit: str
    max: int
    help: str | None = None


class RateLimited(CallError, name="io.framewire.v1.RateLimited"):
    retryAfterMs: int


class TimedOut(CallError, name="io.framewire.v1.TimedOut"):
    waitedMs: int


class UnsupportedEncoding(CallError, name="io.framewire.v1.UnsupportedEncoding"):
    encoding: str
    known: list[str]


class NotAllowed(CallError, name="io.framewire.v1.NotAllowed"):
    """on a socket on which one may only look (serve --read-only-socket): all methods but ListScenes, Snapshot, Revisions,
    Subscribe, Stream, Sync, Get, Explain, Stats, Debug and those of org.varlink.service. And from who answers for a
    daemon: a method that it was not told to pass on
    """

    method: str


class Unavailable(CallError, name="io.framewire.v1.Unavailable"):
    """from who answers for a daemon, as 'framewire-nats serve-calls' does: the daemon is not there"""

    reason: str


class GetInfoReply(TypedDict):
    vendor: str
    product: str
    version: str
    url: str
    interfaces: list[str]


class GetInterfaceDescriptionReply(TypedDict):
    description: str


class InterfaceNotFound(CallError, name="org.varlink.service.InterfaceNotFound"):
    interface: str


class MethodNotFound(CallError, name="org.varlink.service.MethodNotFound"):
    method: str


class MethodNotImplemented(CallError, name="org.varlink.service.MethodNotImplemented"):
    method: str


class InvalidParameter(CallError, name="org.varlink.service.InvalidParameter"):
    parameter: str


class PermissionDenied(CallError, name="org.varlink.service.PermissionDenied"):
    pass


class ExpectedMore(CallError, name="org.varlink.service.ExpectedMore"):
    pass


class Calls(ABC):
    """A function for each method that answers once."""

    @abstractmethod
    def _call(self, method: str, parameters: Mapping[str, object], reply: type[Reply]) -> Reply: ...

    def open(
        self,
        layout: str,
        scene: str,
        *,
        environment: Environment | None = None,
        private: bool | None = None,
    ) -> OpenReply:
        """a live instance of a declared layout; loading a file opens one scene for each layout and preview in it
        private: it ends with this connection, nothing of it survives a restart, and only this connection's ListScenes has it;
        other connections can use it by its name. A layout or preview that gets its name takes its place
        """
        return self._call(
            "io.framewire.v1.Open", {"layout": layout, "scene": scene, "environment": environment, "private": private}, OpenReply
        )

    def close(self, scene: str) -> CloseReply:
        return self._call("io.framewire.v1.Close", {"scene": scene}, CloseReply)

    def list_scenes(self, *, use: bool | None = None) -> ListScenesReply:
        """imports: the other files that the scene is made from
        with use: followers are streams that follow it, set is what somebody has set in it, by the words of ops
        """
        return self._call("io.framewire.v1.ListScenes", {"use": use}, ListScenesReply)

    def load(self, *, path: str | None = None, text: str | None = None, name: str | None = None) -> LoadReply:
        """opens a scene for each layout and preview; a name that is taken by another file is an error there. The document
        is the caller's, and ends with the daemon: after another epoch load it again, and find what was set in its scenes
        path: a file that the daemon reads, in a served folder; text: no file, called name (or path, or text.layout), which no served file may be
        """
        return self._call("io.framewire.v1.Load", {"path": path, "text": text, "name": name}, LoadReply)

    def unload(self, scene: str) -> UnloadReply:
        """the scene's layout with all its scenes; Close ends one"""
        return self._call("io.framewire.v1.Unload", {"scene": scene}, UnloadReply)

    def forget(self, *, scene: str | None = None) -> ForgetReply:
        """a scene whose file is gone, with all others of that file; without scene every one whose file is gone. By itself it
        goes when the file has been gone, and nobody has subscribed to it, for an hour (serve --keep-gone). scenes: what went
        """
        return self._call("io.framewire.v1.Forget", {"scene": scene}, ForgetReply)

    def reload(self, *, scene: str | None = None, resetState: bool | None = None) -> ReloadReply:
        return self._call("io.framewire.v1.Reload", {"scene": scene, "resetState": resetState}, ReloadReply)

    def snapshot(
        self,
        *,
        scene: str | None = None,
        at: int | None = None,
        filter: Filter | None = None,
    ) -> SnapshotReply:
        """at = an earlier revision. The last 1024 are kept as long as their changes come to no more than 256 KB, many more
        while somebody subscribes to every one; RevisionGone names the oldest
        """
        return self._call("io.framewire.v1.Snapshot", {"scene": scene, "at": at, "filter": filter}, SnapshotReply)

    def revisions(self, *, scene: str | None = None, most: int | None = None) -> RevisionsReply:
        """the last revisions that are kept, the oldest first; most: from 1 to 4096, 100 if left out. views: how many differ from
        the revision before, gone ones included; left out of a first picture. Snapshot with at has the pictures
        """
        return self._call("io.framewire.v1.Revisions", {"scene": scene, "most": most}, RevisionsReply)

    def update(self, *, scene: str | None = None, view: str | None = None, force: bool | None = None) -> UpdateReply:
        """evaluates conditions now: those marked, or all (force). They are settled together, so a view only has to be there"""
        return self._call("io.framewire.v1.Update", {"scene": scene, "view": view, "force": force}, UpdateReply)

    def apply(
        self,
        ops: Sequence[Op],
        *,
        scene: str | None = None,
        ifLayoutRev: int | None = None,
        wait: Literal["none", "solved", "settled"] | None = None,
    ) -> ApplyReply:
        """wait: none and solved (if left out) answer when the operations are solved; settled when nothing moves any more, and
        there is no end to that (of a stopped clock nothing arrives): Sync with settled has one, closing the connection too.
        A call has 2048 operations at most
        """
        return self._call(
            "io.framewire.v1.Apply", {"scene": scene, "ops": ops, "ifLayoutRev": ifLayoutRev, "wait": wait}, ApplyReply
        )

    def sync(self, *, scene: str | None = None, timeoutMs: int | None = None, settled: bool | None = None) -> SyncReply:
        """everything saved or applied before this call is in effect when it returns, with settled nothing moves any more;
        else TimedOut after timeoutMs: 5000 if left out, at most 86400000
        """
        return self._call(
            "io.framewire.v1.Sync", {"scene": scene, "timeoutMs": timeoutMs, "settled": settled}, SyncReply
        )

    def hold(self, reason: str) -> HoldReply:
        """changes of files wait until Release or until this connection closes, at most a minute (serve --max-hold), and then
        take effect together: one revision for each scene. holds: how many there are now, of all connections. A Sync waits
        for the end of what others hold; whoever holds is answered, without what is held. What is asked for by name (Load,
        Reload, Check) is read at once
        """
        return self._call("io.framewire.v1.Hold", {"reason": reason}, HoldReply)

    def release(self) -> ReleaseReply:
        """everything saved before this call takes effect, unless somebody else still holds. warnings: the hold was over
        before (W2912), or there was none (W2913)
        """
        return self._call("io.framewire.v1.Release", {}, ReleaseReply)

    def clock(
        self,
        action: Literal["run", "pause", "step", "seek"],
        *,
        scene: str | None = None,
        ms: float | None = None,
    ) -> ClockReply:
        """the time that a scene's animations keep to, or without scene that of all scenes. It never goes back: a scene that is
        ahead stays there when all are sent to a time before. One that shows again what the others show goes on with them
        """
        return self._call("io.framewire.v1.Clock", {"scene": scene, "action": action, "ms": ms}, ClockReply)

    def get(
        self,
        *,
        scene: str | None = None,
        names: Sequence[str] | None = None,
        clauses: bool | None = None,
    ) -> GetReply:
        """what Apply sets of these kinds, as it is now; without names all there is to set
        names: '#id' (or 'view.#id'), a variable, a flag, a trait; several of one name are all told. Of a view 'view.KIND', as
        'title.text'; without names that is told of views of which it was set. Of the scene KIND, as 'size', unless something
        else has that name
        value: as Apply takes it, and of an id as many numbers as stand there; written: what the file has in its place
        priority: of the constraint with the id; key: the field by which records of a list are told apart
        with clauses: clause is what the file has around it; literals are the words to exchange there for another value, one
        for each number, with the sign before it as in '- 52'. Left out where the value is made of several or stands nowhere,
        and while the file has a mistake
        """
        return self._call("io.framewire.v1.Get", {"scene": scene, "names": names, "clauses": clauses}, GetReply)

    def explain(self, view: str, *, scene: str | None = None, attribute: str | None = None) -> ExplainReply:
        """why a view is where it is; a constraint is told once, under the attribute that it names
        value, slack: points; slack = what is left until an inequality binds, below 0 what is missing until it holds
        source: as the file has it, or words for what a container or a content asks; means: the constraint between anchors
        ends: the anchors that a constraint joins, and of a container or content those of the views that it is about, at their
        places in the scene as it is seen (of width and height: how much)
        declared: where the view is, then where the components around it are used, from the inside out
        guides: the root's safe, margins, readable and keyboard, and all that ends name, as rectangles in the scene
        when: the condition it depends on; with attribute: that one first, then the others along its axis
        """
        return self._call(
            "io.framewire.v1.Explain", {"scene": scene, "view": view, "attribute": attribute}, ExplainReply
        )

    def check(self, *, path: str | None = None, text: str | None = None) -> CheckReply:
        """path: a file that the daemon reads, in a served folder; text beside it: what is not saved of it yet; text alone: a text.layout"""
        return self._call("io.framewire.v1.Check", {"path": path, "text": text}, CheckReply)

    def stats(self) -> StatsReply:
        return self._call("io.framewire.v1.Stats", {}, StatsReply)

    def debug(
        self,
        part: Literal["scene", "tree", "syntax", "solver", "watcher"],
        *,
        scene: str | None = None,
    ) -> DebugReply:
        """for people who mend the daemon: lines to read, in a form that changes with any version
        scene: what is set, solved, published and moving; tree: its views with their constraints; syntax: its file as it
        was parsed; solver: the compiled system with its values; watcher: what is watched, and how
        """
        return self._call("io.framewire.v1.Debug", {"part": part, "scene": scene}, DebugReply)

    def get_info(self) -> GetInfoReply:
        return self._call("org.varlink.service.GetInfo", {}, GetInfoReply)

    def get_interface_description(self, interface: str) -> GetInterfaceDescriptionReply:
        return self._call(
            "org.varlink.service.GetInterfaceDescription", {"interface": interface}, GetInterfaceDescriptionReply
        )


class AsyncCalls(ABC):
    """A function for each method that answers once."""

    @abstractmethod
    async def _call(self, method: str, parameters: Mapping[str, object], reply: type[Reply]) -> Reply: ...

    async def open(
        self,
        layout: str,
        scene: str,
        *,
        environment: Environment | None = None,
        private: bool | None = None,
    ) -> OpenReply:
        """a live instance of a declared layout; loading a file opens one scene for each layout and preview in it
        private: it ends with this connection, nothing of it survives a restart, and only this connection's ListScenes has it;
        other connections can use it by its name. A layout or preview that gets its name takes its place
        """
        return await self._call(
            "io.framewire.v1.Open", {"layout": layout, "scene": scene, "environment": environment, "private": private}, OpenReply
        )

    async def close(self, scene: str) -> CloseReply:
        return await self._call("io.framewire.v1.Close", {"scene": scene}, CloseReply)

    async def list_scenes(self, *, use: bool | None = None) -> ListScenesReply:
        """imports: the other files that the scene is made from
        with use: followers are streams that follow it, set is what somebody has set in it, by the words of ops
        """
        return await self._call("io.framewire.v1.ListScenes", {"use": use}, ListScenesReply)

    async def load(self, *, path: str | None = None, text: str | None = None, name: str | None = None) -> LoadReply:
        """opens a scene for each layout and preview; a name that is taken by another file is an error there. The document
        is the caller's, and ends with the daemon: after another epoch load it again, and find what was set in its scenes
        path: a file that the daemon reads, in a served folder; text: no file, called name (or path, or text.layout), which no served file may be
        """
        return await self._call("io.framewire.v1.Load", {"path": path, "text": text, "name": name}, LoadReply)

    async def unload(self, scene: str) -> UnloadReply:
        """the scene's layout with all its scenes; Close ends one"""
        return await self._call("io.framewire.v1.Unload", {"scene": scene}, UnloadReply)

    async def forget(self, *, scene: str | None = None) -> ForgetReply:
        """a scene whose file is gone, with all others of that file; without scene every one whose file is gone. By itself it
        goes when the file has been gone, and nobody has subscribed to it, for an hour (serve --keep-gone). scenes: what went
        """
        return await self._call("io.framewire.v1.Forget", {"scene": scene}, ForgetReply)

    async def reload(self, *, scene: str | None = None, resetState: bool | None = None) -> ReloadReply:
        return await self._call("io.framewire.v1.Reload", {"scene": scene, "resetState": resetState}, ReloadReply)

    async def snapshot(
        self,
        *,
        scene: str | None = None,
        at: int | None = None,
        filter: Filter | None = None,
    ) -> SnapshotReply:
        """at = an earlier revision. The last 1024 are kept as long as their changes come to no more than 256 KB, many more
        while somebody subscribes to every one; RevisionGone names the oldest
        """
        return await self._call("io.framewire.v1.Snapshot", {"scene": scene, "at": at, "filter": filter}, SnapshotReply)

    async def revisions(self, *, scene: str | None = None, most: int | None = None) -> RevisionsReply:
        """the last revisions that are kept, the oldest first; most: from 1 to 4096, 100 if left out. views: how many differ from
        the revision before, gone ones included; left out of a first picture. Snapshot with at has the pictures
        """
        return await self._call("io.framewire.v1.Revisions", {"scene": scene, "most": most}, RevisionsReply)

    async def update(
        self,
        *,
        scene: str | None = None,
        view: str | None = None,
        force: bool | None = None,
    ) -> UpdateReply:
        """evaluates conditions now: those marked, or all (force). They are settled together, so a view only has to be there"""
        return await self._call("io.framewire.v1.Update", {"scene": scene, "view": view, "force": force}, UpdateReply)

    async def apply(
        self,
        ops: Sequence[Op],
        *,
        scene: str | None = None,
        ifLayoutRev: int | None = None,
        wait: Literal["none", "solved", "settled"] | None = None,
    ) -> ApplyReply:
        """wait: none and solved (if left out) answer when the operations are solved; settled when nothing moves any more, and
        there is no end to that (of a stopped clock nothing arrives): Sync with settled has one, closing the connection too.
        A call has 2048 operations at most
        """
        return await self._call(
            "io.framewire.v1.Apply", {"scene": scene, "ops": ops, "ifLayoutRev": ifLayoutRev, "wait": wait}, ApplyReply
        )

    async def sync(
        self,
        *,
        scene: str | None = None,
        timeoutMs: int | None = None,
        settled: bool | None = None,
    ) -> SyncReply:
        """everything saved or applied before this call is in effect when it returns, with settled nothing moves any more;
        else TimedOut after timeoutMs: 5000 if left out, at most 86400000
        """
        return await self._call(
            "io.framewire.v1.Sync", {"scene": scene, "timeoutMs": timeoutMs, "settled": settled}, SyncReply
        )

    async def hold(self, reason: str) -> HoldReply:
        """changes of files wait until Release or until this connection closes, at most a minute (serve --max-hold), and then
        take effect together: one revision for each scene. holds: how many there are now, of all connections. A Sync waits
        for the end of what others hold; whoever holds is answered, without what is held. What is asked for by name (Load,
        Reload, Check) is read at once
        """
        return await self._call("io.framewire.v1.Hold", {"reason": reason}, HoldReply)

    async def release(self) -> ReleaseReply:
        """everything saved before this call takes effect, unless somebody else still holds. warnings: the hold was over
        before (W2912), or there was none (W2913)
        """
        return await self._call("io.framewire.v1.Release", {}, ReleaseReply)

    async def clock(
        self,
        action: Literal["run", "pause", "step", "seek"],
        *,
        scene: str | None = None,
        ms: float | None = None,
    ) -> ClockReply:
        """the time that a scene's animations keep to, or without scene that of all scenes. It never goes back: a scene that is
        ahead stays there when all are sent to a time before. One that shows again what the others show goes on with them
        """
        return await self._call("io.framewire.v1.Clock", {"scene": scene, "action": action, "ms": ms}, ClockReply)

    async def get(
        self,
        *,
        scene: str | None = None,
        names: Sequence[str] | None = None,
        clauses: bool | None = None,
    ) -> GetReply:
        """what Apply sets of these kinds, as it is now; without names all there is to set
        names: '#id' (or 'view.#id'), a variable, a flag, a trait; several of one name are all told. Of a view 'view.KIND', as
        'title.text'; without names that is told of views of which it was set. Of the scene KIND, as 'size', unless something
        else has that name
        value: as Apply takes it, and of an id as many numbers as stand there; written: what the file has in its place
        priority: of the constraint with the id; key: the field by which records of a list are told apart
        with clauses: clause is what the file has around it; literals are the words to exchange there for another value, one
        for each number, with the sign before it as in '- 52'. Left out where the value is made of several or stands nowhere,
        and while the file has a mistake
        """
        return await self._call("io.framewire.v1.Get", {"scene": scene, "names": names, "clauses": clauses}, GetReply)

    async def explain(self, view: str, *, scene: str | None = None, attribute: str | None = None) -> ExplainReply:
        """why a view is where it is; a constraint is told once, under the attribute that it names
        value, slack: points; slack = what is left until an inequality binds, below 0 what is missing until it holds
        source: as the file has it, or words for what a container or a content asks; means: the constraint between anchors
        ends: the anchors that a constraint joins, and of a container or content those of the views that it is about, at their
        places in the scene as it is seen (of width and height: how much)
        declared: where the view is, then where the components around it are used, from the inside out
        guides: the root's safe, margins, readable and keyboard, and all that ends name, as rectangles in the scene
        when: the condition it depends on; with attribute: that one first, then the others along its axis
        """
        return await self._call(
            "io.framewire.v1.Explain", {"scene": scene, "view": view, "attribute": attribute}, ExplainReply
        )

    async def check(self, *, path: str | None = None, text: str | None = None) -> CheckReply:
        """path: a file that the daemon reads, in a served folder; text beside it: what is not saved of it yet; text alone: a text.layout"""
        return await self._call("io.framewire.v1.Check", {"path": path, "text": text}, CheckReply)

    async def stats(self) -> StatsReply:
        return await self._call("io.framewire.v1.Stats", {}, StatsReply)

    async def debug(
        self,
        part: Literal["scene", "tree", "syntax", "solver", "watcher"],
        *,
        scene: str | None = None,
    ) -> DebugReply:
        """for people who mend the daemon: lines to read, in a form that changes with any version
        scene: what is set, solved, published and moving; tree: its views with their constraints; syntax: its file as it
        was parsed; solver: the compiled system with its values; watcher: what is watched, and how
        """
        return await self._call("io.framewire.v1.Debug", {"part": part, "scene": scene}, DebugReply)

    async def get_info(self) -> GetInfoReply:
        return await self._call("org.varlink.service.GetInfo", {}, GetInfoReply)

    async def get_interface_description(self, interface: str) -> GetInterfaceDescriptionReply:
        return await self._call(
            "org.varlink.service.GetInterfaceDescription", {"interface": interface}, GetInterfaceDescriptionReply
        )
