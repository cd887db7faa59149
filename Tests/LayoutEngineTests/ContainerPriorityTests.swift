import LayoutModel
import Testing

@testable import LayoutEngine

@Suite("What containers wish for") struct ContainerPriorityTests {
  @Test func `wishes stand in their order around those with a name`() {
    let ladder: [Float] = [
      NamedPriority.required,
      ContainerPriority.proportion(at: 0).value, ContainerPriority.equalParts.value,
      ContainerPriority.squeezing.value, ContainerPriority.fillingRoom.value,
      ContainerPriority.parts.value,
      NamedPriority.high,
      ContainerPriority.holdingLines.value,
      ContainerPriority.listShortness.value,
      ContainerPriority.centering(at: 0).value, ContainerPriority.centering(at: 1).value,
      ContainerPriority.showingContent(insideOf: 1).value, ContainerPriority.showingContent(insideOf: 0).value,
      ContainerPriority.ownTracks.value, ContainerPriority.tracks.value,
      ContainerPriority.measuredShortness.value, ContainerPriority.stackHugging.value,
      ContainerPriority.measuring(around: 1).value, ContainerPriority.measuring(around: 15).value,
      ContainerPriority.fitting.value,
      ContainerPriority.stackShortness.value,
      ContainerPriority.equalExtra.value,
      ContainerPriority.spacer.value,
      ContainerPriority.childHugging.value,
    ]

    #expect(zip(ladder, ladder.dropFirst()).allSatisfy { $0 > $1 }, "\(ladder)")
    #expect(ContainerPriority.listShortness.value == NamedPriority.low)
    #expect(ContainerPriority.fitting.value == NamedPriority.fitting)
    #expect(ContainerPriority.baselineStackHugging == ContainerPriority.stackShortness)
    #expect(ContainerPriority.measuring(around: 0) == ContainerPriority.stackHugging)
    #expect(ContainerPriority.sharing == ContainerPriority.proportion(at: 0))
    #expect(ContainerPriority.proportion(at: 1) == ContainerPriority.equalParts)
  }

  @Test func `a wish of the last of many neighbours is still one`() {
    #expect(ContainerPriority.proportion(at: 5000).value == 1)
    #expect(ContainerPriority.centering(at: 5000).value == 1)
  }
}
