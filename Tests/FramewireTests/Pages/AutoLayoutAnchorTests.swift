import Framewire
import Testing

/// The lines of AutoLayoutAnchor on `Documentation/porting.md`.
@Suite("Ported from AutoLayoutAnchor") struct AutoLayoutAnchorTests {
  /// The screen is 375 × 667: its middle is at (187.5, 333.5).
  ///
  /// Rows A-01… … …A-20.
  @Test func `lines of AutoLayoutAnchor have the frames that they have there`() {
    let view1 = Box("view1"), view2 = Box("view2"), view3 = Label("view3", text: "Words")
    let page = Layout("page") {
      view1(.left(10), .right(.centerX - 5), .top(28), .bottom(.centerY - 10))
      view2(.leading(0), .trailing(20), .top(view1.bottom + 10), .height(30))
      view3(.center(.x), .width(view1.width))
      view3.firstBaseline == view2.lastBaseline + 12
      Constraints(for: view2) { view2 in view2.height <= 0.5 * Super.height }
    }
    let frames = page.frames(width: 375, height: 667)

    // 187.5 - 5 - 10 wide, 333.5 - 10 - 28 high.
    #expect(frames[view1] == Rect(x: 10, y: 28, width: 172.5, height: 295.5))
    #expect(frames[view2] == Rect(x: 0, y: 333.5, width: 355, height: 30))
    // A box stands on its lower edge; 363.5 + 12, less the ascent of 15.
    #expect(frames[view3] == Rect(x: 101.25, y: 360.5, width: 172.5, height: 20))
    #expect(frames.diagnostics == [])
  }

  /// The screen is 375 × 667, 8% of its height 53.36; three of these with 10 between, then 30 and 30.
  ///
  /// Rows.
  @Test func `the sample of its README`() {
    let userTextField = Input("user"), passTextField = Input("pass"), loginBtn = Button("login", text: "Log in")
    let forgotPasswordButton = Button("forgot", text: "Forgot password?")
    let createAccountButton = Button("create", text: "Create account")
    let page = Layout("login") {
      userTextField(.center(.x), .width(80%), .top(.centerY), .height(8%))
      passTextField(.center(.x), .width(80%), .top(userTextField.bottom + 10), .height(8%))
      loginBtn(.center(.x), .width(80%), .top(passTextField.bottom + 10), .height(8%))
      forgotPasswordButton(.top(loginBtn.bottom + 30), .center(.x), .width(60%), .height(30))
      createAccountButton(.bottom(20), .center(.x), .height(30), .width(60%))
    }
    let frames = page.frames(width: 375, height: 667)

    #expect(frames[userTextField].isNearly(37.5, 333.5, 300, 53.36))
    #expect(frames[passTextField].isNearly(37.5, 396.86, 300, 53.36))
    #expect(frames[loginBtn].isNearly(37.5, 460.22, 300, 53.36))
    #expect(frames[forgotPasswordButton].isNearly(75, 543.58, 225, 30))
    #expect(frames[createAccountButton].isNearly(75, 617, 225, 30))
    #expect(frames.diagnostics == [])
  }
}
