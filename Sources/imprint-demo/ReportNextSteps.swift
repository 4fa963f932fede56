// SPDX-License-Identifier: Apache-2.0
import Imprint

/// What somebody who has read the page does next.
enum ReportNextSteps {
  static let html: HTML = """
    <section><h2>Next steps</h2>
    <p><code>scripts/demo</code> printed the next commands. In general:</p>
    <ol>
    <li>Compare two pictures of your own: <code>sdkctl compare one.jpg two.jpg</code></li>
    <li>Enrol somebody, and verify another picture: <code>sdkctl enroll --user anna anna.jpg</code>, then
    <code>sdkctl verify --user anna another.jpg</code></li>
    <li>Integrate it into an application: <code>docs/guides/integrate.md</code></li>
    <li>Evaluate it on your own pictures: <code>docs/guides/evaluate.md</code></li>
    <li>Write a matcher, a tracker or a camera of your own: <code>docs/guides/write-a-plugin.md</code></li>
    </ol></section>
    """
}
