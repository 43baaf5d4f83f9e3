/**
 * What a herd costs on this machine at least: as many bare calls of the same platform, and beside them bare statements that
 * claim, save as begun and end, up to a hundred rows a trip. Nothing is asked, checked or told, and no account has a limit.
 */
import type pg from 'pg'
import { Pool } from 'pg'
import { Agent, request } from 'undici'
import { z } from 'zod'

const ROWS = 100
const CLAIM = 250

const Claimed = z.object({ id: z.int() })

export interface BareHerd {
  database: pg.PoolConfig
  /** Where the platform takes a post, and what it is shown. */
  url: string
  token: string
  posts: number
  hands: number
}

/** Seconds from the first claim to the last answer. */
export async function bareHerd({ database, url, token, posts, hands }: BareHerd) {
  await using stack = new AsyncDisposableStack()
  const pool = stack.adopt(new Pool({ ...database, max: 4 }), (own) => own.end())
  const agent = stack.adopt(new Agent({ pipelining: 1 }), (own) => own.close())
  await pool.query('drop table if exists bare_herd')
  await pool.query(
    'create table bare_herd (id int primary key, status text not null, lease_until timestamptz, steps jsonb)',
  )
  await pool.query(`create index on bare_herd (id) where status = 'pending'`)
  await pool.query(`insert into bare_herd select n, 'pending' from generate_series(1, $1::int) n`, [
    posts,
  ])
  await pool.query('analyze bare_herd')
  const began = performance.now()
  const save = together(pool, {
    name: 'save',
    text: `update bare_herd set steps = '{"post": {"began": true}}' where id = any ($1)`,
  })
  const end = together(pool, {
    name: 'end',
    text: `update bare_herd set status = 'published', lease_until = null, steps = '{"post": {"result": true}}' where id = any ($1)`,
  })
  const next = claimer(pool)
  const ends: Promise<void>[] = []

  async function hand() {
    for (let id = await next(); id !== undefined; id = await next()) {
      await save(id)
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: `Bare post ${began} ${id}` }),
      })
      const text = await body.text()
      if (statusCode !== 201) throw new Error(text)
      ends.push(end(id))
    }
  }
  await Promise.all(Array.from({ length: hands }, hand))
  const seconds = (performance.now() - began) / 1000
  await Promise.all(ends)
  return seconds
}

/** Ids of what is due, each once; the next ones are claimed while half of the last are left. */
function claimer(pool: Pool) {
  let claimed: number[] = []
  let claiming: Promise<void> | undefined
  let over = false

  async function claim() {
    const { rows } = await pool.query({
      name: 'claim',
      text: `
        update bare_herd set status = 'publishing', lease_until = now() + interval '1 minute'
        where id in (select id from bare_herd where status = 'pending' order by id limit ${CLAIM} for update skip locked) returning id`,
    })
    claimed = [...claimed, ...rows.map((row) => Claimed.parse(row).id)]
    over = rows.length === 0
    claiming = undefined
  }

  return async () => {
    if (!over && claimed.length < CLAIM / 2) claiming ??= claim()
    while (!claimed.length && !over) await claiming
    return claimed.shift()
  }
}

/** One trip at a time; what comes meanwhile makes the next one. */
function together(pool: Pool, statement: { name: string; text: string }) {
  let waiting: { id: number; done: () => void }[] = []
  let travelling = false

  async function travel() {
    while (waiting.length) {
      const batch = waiting.slice(0, ROWS)
      waiting = waiting.slice(ROWS)
      await pool.query({ ...statement, values: [batch.map(({ id }) => id)] })
      for (const { done } of batch) done()
    }
    travelling = false
  }

  return (id: number) =>
    new Promise<void>((done, failed) => {
      waiting.push({ id, done })
      if (travelling) return
      travelling = true
      setImmediate(() => void travel().catch(failed))
    })
}
