/** Looking through a library of 100,000 items: list with search, over REST. */
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { percentile, runService, say } from './service.ts'

const ITEMS = 100_000
const ROUNDS = 40

export async function library() {
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  await sql`
    insert into media (workspace_id, original_name, mime_type, size_bytes, blob_key, folder, tags, alt_text, created_at)
    select w.id, (array['IMG_', 'DSC', 'clip-', 'Screenshot '])[1 + i % 4] || i || (array['.jpg', '.png', '.mp4'])[1 + i % 3],
      (array['image/jpeg', 'image/png', 'video/mp4'])[1 + i % 3], 1000 + i, md5(i::text) || md5((-i)::text),
      'Folder ' || i % 50, array['tag' || i % 200, md5((i % 1000)::text)],
      case when i % 2 = 0 then 'Picture of ' || md5((i % 5000)::text) end, now() - i * interval '1 minute'
    from generate_series(1, ${ITEMS}) i, (select min(id) as id from workspaces) w`.execute(
    connected.db,
  )
  await sql`vacuum analyze media`.execute(connected.db)
  const queries: Record<string, (round: number) => string> = {
    'no search': () => '',
    'part of a name': (round) => `search=${48_000 + round * 17}`,
    'words of an alt text': (round) =>
      `search=picture%20of%20${'0123456789abcdef'[round % 16]}${round % 10}`,
    'a tag': (round) => `search=tag${100 + round}`,
    'two letters': (round) => `search=${'abcdef'[round % 6]}${round % 10}`,
    'what nobody wrote': (round) => `search=nothing%20like%20${round}`,
    'a folder': (round) => `folder=Folder%20${round % 50}`,
  }
  const all: number[] = []
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      const answer = await fetch(`${service.base_url}/api/media?${query(round)}`, {
        headers: { authorization: `Bearer ${service.token}` },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`status ${answer.status}`)
      times.push(performance.now() - began)
    }
    all.push(...times)
    say(
      `${name.padEnd(22)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
  }
  say(`all ${all.length}: p99 ${percentile(all, 0.99).toFixed(1)} ms at ${ITEMS} items`)
}
