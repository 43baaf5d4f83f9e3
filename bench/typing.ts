/**
 * What a key costs in a long text that goes to ten accounts, in Chromium at a fourth of its speed: script beside the time that
 * there is, and key to paint beside a bare box with the same text, since how long painting takes is the machine's.
 */
import type { CDPSession, Page } from 'playwright-core'
import { manifests } from '#platforms/catalog.ts'
import { accountInSandbox } from '../test/connecting/sandboxed.ts'
import { at, openHouse, signUp } from '../test/web/house.ts'
import { tell } from './goals.ts'
import { percentile, say } from './service.ts'

const KEYS = 60
const CHARACTERS = 10_000
const SLOWER = 4
/** Milliseconds between two keys: a quick typist. */
const BETWEEN = 120
const written = 'Apples & pears, '.repeat(700).slice(0, CHARACTERS)

export async function typing() {
  await using house = await openHouse()
  const ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  const { body } = await house.service.rest('GET', '/api/accounts')
  const there = new Set((body['accounts'] as { platform: string }[]).map((each) => each.platform))
  for (const platform of Object.keys(manifests))
    if (!there.has(platform)) await accountInSandbox(house.service, platform)
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await page.locator('[data-place=accounts]').click()
  await page.getByRole('button', { name: 'Choose all' }).click()
  await page.keyboard.press('Escape')
  const ours = await typeInto(page)
  const bare = await ada.context.newPage()
  await bare.setContent('<textarea style="width:42rem;height:80rem;font-size:18px"></textarea>')
  const floor = await typeInto(bare)
  say(
    `of a bare box: key to paint ${percentile(floor.paints, 0.5).toFixed(0)} ms, of the composer ${percentile(ours.paints, 0.5).toFixed(0)}`,
  )
  tell(
    {
      name: 'script of a key, ten accounts, 10,000 characters, CPU / 4, median',
      value: percentile(ours.scripts, 0.5),
      goal: 16,
      lower: true,
      unit: ' ms',
    },
    `mean ${(ours.scripts.reduce((sum, each) => sum + each, 0) / KEYS).toFixed(1)} ms, p95 ${percentile(ours.scripts, 0.95).toFixed(1)} ms`,
  )
  tell({
    name: 'key to paint beside a bare box, median',
    value: percentile(ours.paints, 0.5) / percentile(floor.paints, 0.5),
    goal: 1.5,
    lower: true,
  })
}

async function typeInto(page: Page) {
  const box = page.getByRole('textbox').first()
  await box.fill(written)
  await box.press('Control+End')
  // What follows from the text itself is over by then.
  await page.waitForTimeout(4_000)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const scripts: number[] = []
  await page.evaluate(`
    const paints = (globalThis.paints = [])
    new PerformanceObserver((list) => {
      for (const each of list.getEntries()) if (each.name === 'keydown') paints.push(each.duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  `)
  for (let key = 0; key < KEYS; key++) {
    const before = await scriptOf(session)
    await page.keyboard.press('a')
    await page.waitForTimeout(BETWEEN)
    scripts.push((await scriptOf(session)) - before)
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return { scripts, paints: await page.evaluate<number[]>('paints') }
}

/** Milliseconds so far. */
async function scriptOf(session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
}
