/** A thousand events a second for a receiver that takes 200 ms for each call: what piles up lies in the database, and not in memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { openReceiver } from '../test/webhooks/receiver.ts'
import { tell } from './goals.ts'
import { memoryOf, runService } from './service.ts'

const A_SECOND = 1_000
const SECONDS = 60
/** Before that much is allocated for the first time. */
const WARM_UP = 15
const GOAL = 30

export async function flood() {
  await using stack = new AsyncDisposableStack()
  const receiver = stack.use(await openReceiver())
  const service = stack.use(await runService({ WEBHOOK_PRIVATE_HOSTS: receiver.host }))
  const { db } = stack.use(connect(service.database, { max: 1, name: 'crier-bench' }))
  const made = await fetch(`${service.base_url}/api/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url('/slow/200'), types: ['schedule.changed'] }),
  })
  if (made.status !== 201) throw new Error(await made.text())
  const memory: number[] = []
  const began = performance.now()
  for (let second = 0; second < SECONDS; second++) {
    for (let tenth = 0; tenth < 10; tenth++) {
      await sql`
        insert into fresh_events (workspace_id, type, actor, data)
        select w.id, 'schedule.changed', 'crier', jsonb_build_object('updated_at', iso(now()))
        from workspaces w, generate_series(1, ${A_SECOND / 10}) order by w.id limit ${A_SECOND / 10}`.execute(
        db,
      )
      await sleep(Math.max(0, began + second * 1000 + (tenth + 1) * 100 - performance.now()))
    }
    memory.push(await memoryOf([service.child.pid ?? 0]))
  }
  const { rows } = await sql<{ told: number; waiting: number; sent: number }>`
    select (select count(*)::int from events where type = 'schedule.changed') as told,
      (select count(*)::int from webhook_sends where state in ('waiting', 'sending')) as waiting,
      (select count(*)::int from webhook_sends where state = 'delivered') as sent`.execute(db)
  const [{ told, waiting, sent } = { told: 0, waiting: 0, sent: 0 }] = rows
  const steady = memory.slice(WARM_UP)
  const growth = Math.max(...steady) - Math.min(...steady.slice(0, 5))
  const { length } = await receiver.at('/slow/200')
  tell(
    {
      name: 'events, memory while a slow receiver is flooded',
      value: growth,
      goal: GOAL,
      lower: true,
      unit: ' MB',
    },
    `${told} events in ${((performance.now() - began) / 1000).toFixed(0)} s, ${length} calls arrived, ${sent} answered, ${waiting} wait; ${Math.min(...steady).toFixed(0)} to ${Math.max(...steady).toFixed(0)} MB`,
  )
}
