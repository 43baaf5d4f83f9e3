/** A month of 5,000 posts, as the calendar asks for it: how long the answer takes, and how much comes over the wire. */
import { request } from 'node:http'
import { connect } from '#database/connect.ts'
import { plantMonth } from '../test/surfaces/full-month.ts'
import { tell } from './goals.ts'
import { percentile, runService, say } from './service.ts'
import { addTenants } from './tenants.ts'

const POSTS = 5_000
const ROUNDS = 200
/** Of the grid that shows March 2027. */
const WINDOW = 'from=2027-03-01&to=2027-04-11'

export async function calendar() {
  await using service = await runService({ ROLE: 'api' })
  await using connected = connect(service.database, { max: 1, name: 'crier-bench' })
  const [tenant] = await addTenants(connected.db, 1)
  if (!tenant) throw new Error('There is no tenant.')
  await plantMonth(connected.db, tenant, { first: '2027-03-01T00:00:00Z', count: POSTS })
  const ask = (query: string, encoding: string) =>
    bytesOf(`${service.base_url}/api/calendar?${query}`, {
      authorization: `Bearer ${tenant.token}`,
      'accept-encoding': encoding,
    })
  const plain = await ask(WINDOW, 'identity')
  const gzip = await ask(WINDOW, 'gzip')
  const brotli = await ask(WINDOW, 'br')
  const told = JSON.parse(plain.toString('utf8')) as { days: { posts: unknown[]; more: number }[] }
  const shown = told.days.reduce((sum, { posts }) => sum + posts.length, 0)
  const all = told.days.reduce((sum, { posts, more }) => sum + posts.length + more, 0)
  say(`${all} posts counted, ${shown} told, ${(plain.length / shown).toFixed(0)} B each`)
  tell(
    {
      name: `calendar of ${POSTS} posts in a month, gzip`,
      value: gzip.length / 1000,
      goal: 300,
      lower: true,
      unit: ' kB',
    },
    `${(plain.length / 1000).toFixed(0)} kB plain, ${(brotli.length / 1000).toFixed(0)} kB brotli`,
  )
  const times: number[] = []
  for (let round = -20; round < ROUNDS; round++) {
    const began = performance.now()
    await ask(WINDOW, 'br')
    if (round >= 0) times.push(performance.now() - began)
  }
  tell(
    {
      name: `calendar of ${POSTS} posts in a month, p99`,
      value: percentile(times, 0.99),
      goal: 120,
      lower: true,
      unit: ' ms',
    },
    `p50 ${percentile(times, 0.5).toFixed(1)} ms`,
  )
  const day: number[] = []
  for (let round = 0; round < 50; round++) {
    const began = performance.now()
    await ask('from=2027-03-10&to=2027-03-10&per_day=200', 'br')
    day.push(performance.now() - began)
  }
  say(`a day of it whole: p50 ${percentile(day, 0.5).toFixed(1)} ms`)
}

/** As they come: fetch would unpack them. */
function bytesOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const whole = Buffer.concat(parts)
        if (answer.statusCode === 200) resolve(whole)
        else reject(new Error(`status ${answer.statusCode}: ${whole.toString('utf8')}`))
      })
    })
      .on('error', reject)
      .end()
  })
}
