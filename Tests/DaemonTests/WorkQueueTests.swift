import LayoutEngine
import LayoutRuntime
import Testing

@testable import Daemon

@Suite("Whose work comes next") struct WorkQueueTests {
  let start = ContinuousClock.now

  /// Checks that these have asked for, in this order.
  private func jobs(of askers: UInt64...) -> [Job] {
    var options = Runtime.Options()
    options.jobThreshold = 0
    var runtime = Runtime(epoch: "e", options: options)
    for asker in askers { runtime.handle(.request(RequestID(asker), .check(.text(name: "t", []))), at: Instant()) }
    return runtime.turn(at: Instant(), measuring: FixedMetrics()).compactMap {
      if case .perform(let job) = $0 { job } else { nil }
    }
  }

  private func queue(_ jobs: [Job]) -> WorkQueue<Job, Job.Payer> {
    var queue = WorkQueue<Job, Job.Payer>()
    for job in jobs { queue.append(job, for: job.payer) }
    return queue
  }

  @Test func `among those who have spent nothing the first comes first`() {
    let jobs = jobs(of: 3, 1, 2)
    var queue = queue(jobs)

    for job in jobs { #expect(queue.removeNext(isLastThread: false, at: start)?.work == job) }
    #expect(queue.removeNext(isLastThread: false, at: start) == nil)
  }

  @Test func `whoever has spent more waits for those who have spent less`() {
    let jobs = jobs(of: 1, 2, 3)
    var queue = queue(jobs)
    queue.charge(.request(RequestID(1)), .milliseconds(30), at: start)
    queue.charge(.request(RequestID(2)), .milliseconds(20), at: start)

    #expect(queue.removeNext(isLastThread: false, at: start)?.work == jobs[2])
    #expect(queue.removeNext(isLastThread: false, at: start)?.work == jobs[1])
    #expect(queue.removeNext(isLastThread: false, at: start)?.work == jobs[0])
  }

  @Test func `the last thread is kept for those who have spent little`() {
    let jobs = jobs(of: 1)
    var queue = queue(jobs)
    queue.charge(.request(RequestID(1)), .milliseconds(251), at: start)

    #expect(queue.removeNext(isLastThread: true, at: start) == nil)
    #expect(queue.count == 1)
    #expect(queue.removeNext(isLastThread: false, at: start)?.work == jobs[0])
  }

  @Test func `a tenth of the time is forgiven`() {
    let jobs = jobs(of: 1)
    var queue = queue(jobs)
    queue.charge(.request(RequestID(1)), .milliseconds(300), at: start)

    // 300 ms less a tenth of 400 is 260, less a tenth of 500 is 250.
    #expect(queue.removeNext(isLastThread: true, at: start + .milliseconds(400)) == nil)
    #expect(queue.removeNext(isLastThread: true, at: start + .milliseconds(500))?.work == jobs[0])
  }

  @Test func `what came first comes first again when all is forgiven`() {
    let jobs = jobs(of: 1, 2, 1)
    var queue = queue(jobs)
    queue.charge(.request(RequestID(1)), .milliseconds(10), at: start)

    #expect(queue.removeNext(isLastThread: false, at: start)?.work == jobs[1])
    // It is passed over once more, behind somebody who has spent as little as it in the end.
    #expect(queue.count == 2)
    queue.append(jobs[1], for: jobs[1].payer)
    #expect(queue.removeNext(isLastThread: false, at: start + .milliseconds(100))?.work == jobs[0])
    #expect(queue.removeNext(isLastThread: false, at: start + .milliseconds(100))?.work == jobs[2])
    #expect(queue.removeNext(isLastThread: false, at: start + .milliseconds(100))?.work == jobs[1])
    #expect(queue.count == 0)
  }

  @Test func `all that waits comes back in the order in which it came`() {
    let jobs = jobs(of: 1, 2, 3)
    var queue = queue(jobs)
    queue.charge(.request(RequestID(1)), .milliseconds(10), at: start)
    queue.append(jobs[0], for: jobs[0].payer)
    #expect(queue.removeNext(isLastThread: false, at: start)?.work == jobs[1])

    #expect(queue.removeAll() == [jobs[0], jobs[2], jobs[0]])
    #expect(queue.count == 0)
    #expect(queue.removeNext(isLastThread: false, at: start) == nil)
  }

  @Test func `choosing costs as much for each of many as for each of few`() {
    for count in [100, 1_000] {
      let jobs = jobs(of: 1)
      var queue = WorkQueue<Job, Job.Payer>()
      for number in 0..<count { queue.append(jobs[0], for: .document("\(number)")) }
      // Each has its cost of a millisecond on its account, and ten of them are not forgiven yet.
      for number in 0..<count {
        let now = start + .milliseconds(number)
        #expect(queue.removeNext(isLastThread: false, at: now)?.work == jobs[0])
        queue.charge(.document("\(number)"), .milliseconds(1), at: now)
      }
      #expect(queue.looks == count)
    }
  }

  @Test func `what is taken back is passed over, wherever it waits`() {
    let jobs = jobs(of: 1, 1, 1, 2)
    var queue = WorkQueue<Job, Job.Payer>()
    let numbers = jobs.map { queue.append($0, for: $0.payer) }
    queue.charge(.request(RequestID(1)), .seconds(1), at: start)
    // The three of the first are set aside, of whom the second and the first go.
    #expect(queue.removeNext(at: start)?.work == jobs[3])
    let wasThere = [1, 0, 0, 3].map { queue.remove(numbers[$0]) }
    #expect(wasThere == [true, true, false, false])

    let later = queue.append(jobs[3], for: jobs[3].payer)
    #expect(queue.count == 2)
    queue.remove(later)
    #expect(queue.removeNext(at: start)?.work == jobs[2])
    #expect(queue.removeNext(at: start) == nil)
    #expect(queue.isEmpty)
  }
}
