/** The library with a hundred thousand files in it, in the browser: how soon something is there, and how smoothly it is scrolled. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { at, type House, openHouse, signUp, type Visitor } from './house.ts'

const LARGE = process.env['LARGE_LIBRARY'] === '1'
const FILES = 100_000

let house: House
let ada: Visitor
let page: Page

before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  page = ada.page
  await signUp(ada)
  await sql`
    insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, width, height, folder, tags, created_at, updated_at)
    select 1, 'planted-' || n || '.png', 'image/png', 1000 + n, 'planted/' || n, 400, 300, 'Folder ' || n % 50, array['tag ' || n % 200],
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, ${LARGE ? FILES : 0}::int) n`.execute(house.service.db)
  await sql`vacuum analyze media`.execute(house.service.db)
})
after(async () => house[Symbol.asyncDispose]())

test(
  'L1: a hundred thousand files: on the screen within a second, and scrolled through without a stop',
  { skip: !LARGE && 'set LARGE_LIBRARY=1' },
  async () => {
    const tile = page.getByRole('option', { name: /planted-/ }).first()
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) {
      await page.goto('/library?kind=video')
      await at(page, 'Library')
      const began = Date.now()
      await page.goto('/library')
      await tile.waitFor()
      rounds.push(Date.now() - began)
    }
    process.stdout.write(`first screen after ${rounds.join(', ')} ms, code and all\n`)
    const session = await page.context().newCDPSession(page)
    const told = await page.evaluate<{ frames: number; most: number; nodes: number }>(
      `new Promise((done) => {
        const began = performance.now()
        let frames = 0, most = 0, last = began, nodes = 0
        const step = (now) => {
          frames++; most = Math.max(most, now - last); last = now
          scrollBy(0, 40)
          if (frames % 30 === 0) nodes = Math.max(nodes, document.querySelectorAll("[role=listbox] *").length)
          if (now - began < 60_000) requestAnimationFrame(step)
          else done({ frames: frames / 60, most, nodes })
        }
        requestAnimationFrame(step)
      })`,
    )
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByRole('option').last().waitFor()
    const tiles = await page.locator('[role=option]').count()
    process.stdout.write(
      `${told.frames.toFixed(1)} frames a second, the longest ${told.most.toFixed(0)} ms; ${tiles} tiles, ${told.nodes} elements in the grid; ${(usedSize / 1e6).toFixed(0)} MB\n`,
    )
    assert.ok(told.frames >= 55 && usedSize <= 150e6 && told.nodes <= 300)
  },
)
