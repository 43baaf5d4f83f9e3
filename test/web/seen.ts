/** The room of the review, looked at to its end. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Asked in one moment: what is missing may be seen right after it was asked for. */
const ALLOWED = `(() => {
  const named = (name) => [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === name)
  return named('Show what is missing') !== undefined && !named('Approve').disabled
})()`

/** Press for press, as a person does, and approving is not possible before. */
export async function seeAll(page: Page) {
  const seen = page.getByText('You have seen all that goes out.')
  const deadline = Date.now() + 60_000
  while (!(await seen.isVisible())) {
    assert.ok(Date.now() < deadline, 'something is never seen')
    assert.equal(await page.evaluate(ALLOWED), false)
    // With the last piece the button goes, and that may be now.
    await page
      .getByRole('button', { name: 'Show what is missing' })
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    await page.waitForTimeout(150)
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(150)
  }
}
