/** What a password costs, how long a sign-in takes, and what the two guards add to a request: key and session. */
import { holderOf } from '#access/keys.ts'
import { passwords } from '#access/passwords.ts'
import { personOf } from '#access/sessions.ts'
import { connect } from '#database/connect.ts'
import { roleOf } from '#store/sessions.ts'
import { percentile, type Running, runService, say } from './service.ts'

const HASHES = 30
const SIGN_INS = 40
const GUARDS = 2000
const LISTS = 300
const ada = { email: 'ada@example.org', password: 'analytical engine' }

export async function signIn() {
  await cost()
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 2, name: 'crier-bench' })
  const { db } = connected
  await send(service, '/console/sign-up', { ...ada, name: 'Ada' })

  const taken = []
  let cookie = ''
  for (let n = 0; n < SIGN_INS; n++) {
    await db.deleteFrom('attempts_at_secrets').execute()
    const began = performance.now()
    const answer = await send(service, '/console/sign-in', ada)
    taken.push(performance.now() - began)
    if (answer.status !== 200) throw new Error(`Signing in: ${answer.status}`)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  say(`sign-in over HTTP: ${spread(taken, 'ms')}`)

  const now = new Date()
  const { base_url, token } = service
  const asking = { headers: { cookie }, ip: '127.0.0.1' }
  const byKey = await measure(GUARDS, () => holderOf(db, token, now))
  const byCookie = await measure(GUARDS, async () => {
    const signed = await personOf(db, asking, { base_url, now })
    return roleOf(db, { workspace_id: 1, person_id: signed?.person.id ?? 0 })
  })
  const authorization = `Bearer ${token}`
  const list = await measure(LISTS, () => get(`${base_url}/api/posts`, { authorization }))
  const listed = await measure(LISTS, () =>
    get(`${base_url}/console/workspaces/1/api/posts`, { cookie }),
  )
  say(`list by key: ${spread(list, 'ms')}; its guard ${share(byKey, list)}`)
  say(`list by session: ${spread(listed, 'ms')}; its guard ${share(byCookie, listed)}`)
}

/** One after the other, and more at once than may run: the memory stays that of the few that do. */
async function cost() {
  const { hash } = passwords()
  const before = process.memoryUsage().rss
  await hash(ada.password)
  const alone = await measure(HASHES, () => hash(ada.password))
  say(`argon2id, 19 MiB, t=2, p=1: ${spread(alone, 'ms')}`)
  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 5)
  const began = performance.now()
  await Promise.all(Array.from({ length: HASHES }, () => hash(ada.password)))
  clearInterval(watch)
  const more = (highest - before) / 2 ** 20
  say(
    `${HASHES} at once: ${(performance.now() - began).toFixed(0)} ms, at most ${more.toFixed(0)} MiB more than before the first`,
  )
}

async function measure(times: number, run: () => Promise<unknown>) {
  const taken = []
  for (let n = 0; n < times; n++) {
    const began = performance.now()
    await run()
    taken.push(performance.now() - began)
  }
  return taken
}

function spread(taken: number[], unit: string) {
  return `p50 ${percentile(taken, 0.5).toFixed(2)} ${unit}, p99 ${percentile(taken, 0.99).toFixed(2)}`
}

function share(guard: number[], request: number[]) {
  const [a, b] = [percentile(guard, 0.5), percentile(request, 0.5)]
  return `p50 ${(a * 1000).toFixed(0)} µs, ${((a / b) * 100).toFixed(0)} % of it`
}

function send({ base_url }: Running, path: string, body: object) {
  return fetch(base_url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base_url },
    body: JSON.stringify(body),
  })
}

async function get(url: string, headers: Record<string, string>) {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  await answer.text()
}
