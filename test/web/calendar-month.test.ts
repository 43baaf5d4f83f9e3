/** The month that it is, by a clock that stands still; in real Chromium. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, boxOf, noComplaints, openHouse, signUp } from './house.ts'

test('on the last day of a month today is in sight without scrolling, and what follows too', async () => {
  await using house = await openHouse()
  const late = await house.visitor()
  await signUp(late)
  await late.page.clock.setFixedTime('2027-05-31T10:00:00Z')
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    await late.page.setViewportSize({ width, height })
    await late.page.goto('/calendar')
    await at(late.page, /^Calendar/)
    await late.page.locator('[data-board][aria-busy=false]').waitFor()
    const cell = (date: string) => late.page.locator(`[role=gridcell][data-day="${date}"]`)
    for (const date of ['2027-05-31', '2027-06-06']) {
      const box = await boxOf(cell(date))
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${date} at ${width}x${height}`)
    }
    assert.equal(await late.page.evaluate('scrollY'), 0)
    assert.equal(await cell('2027-05-03').count(), 0)
    await late.page.getByRole('button', { name: 'Earlier in May 2027' }).click()
    await cell('2027-05-03').waitFor()
    await late.page.getByRole('button', { name: 'Today', exact: true }).click()
    await cell('2027-05-03').waitFor({ state: 'detached' })
  }
  noComplaints(late)
})
