/** An orchard that publishes: accounts on ten platforms, months that were measured, and a week that is planned. */
import assert from 'node:assert/strict'
import sharp from 'sharp'
import { Temporal } from 'temporal-polyfill'
import type { House, Visitor } from '../web/house.ts'
import { measured } from '../web/measured.ts'
import { paint, scenes } from './scenes.ts'

const BERLIN = 'Europe/Berlin'

const others = [
  ['linkedin', 'page', 'Hollow Orchard'],
  ['facebook', 'page', 'Hollow Orchard'],
  ['pinterest', 'profile', 'Hollow Orchard'],
  ['tiktok', 'profile', 'Hollow Orchard'],
  ['threads', 'profile', 'Hollow Orchard'],
] as const

interface Planned {
  text: string
  /** Days from the Monday that is shown. */
  day: number
  time: string
  on: string[]
  picture?: number
  labels?: string[]
}

const planned: readonly Planned[] = [
  {
    text: 'Good morning from the valley: the fog lifts at eight, and then it is all hands to the ladders.',
    day: 0,
    time: '08:30',
    on: ['instagram', 'threads', 'bluesky'],
    picture: 1,
    labels: ['harvest'],
  },
  {
    text: 'This week in the shop: Boskoop, Topaz, and the first quinces.',
    day: 0,
    time: '17:00',
    on: ['facebook', 'google_business'],
    picture: 2,
    labels: ['shop'],
  },
  {
    text: 'How many sorts of apple can you name? We grow forty-one.',
    day: 1,
    time: '09:30',
    on: ['x', 'bluesky', 'threads'],
  },
  {
    text: 'We are looking for two people who like early mornings. Write to us.',
    day: 1,
    time: '12:15',
    on: ['linkedin', 'facebook'],
    labels: ['team'],
  },
  {
    text: 'Pressing day. A crate makes eleven bottles.',
    day: 2,
    time: '09:30',
    on: ['instagram', 'pinterest'],
    picture: 0,
    labels: ['harvest'],
  },
  {
    text: 'Quince jelly, as our grandmother made it: the recipe is on our site.',
    day: 2,
    time: '17:00',
    on: ['pinterest', 'facebook'],
    picture: 2,
    labels: ['recipes'],
  },
  {
    text: 'Open orchard on Saturday: come at ten, bring boots.',
    day: 3,
    time: '12:15',
    on: ['x', 'bluesky', 'facebook', 'linkedin', 'threads'],
    picture: 0,
    labels: ['market'],
  },
  {
    text: 'What a Boskoop is good for: everything.',
    day: 4,
    time: '09:30',
    on: ['x', 'threads'],
  },
  {
    text: 'Tomorrow: open orchard, from ten. There will be cake.',
    day: 4,
    time: '17:00',
    on: ['instagram', 'facebook', 'google_business'],
    picture: 1,
    labels: ['market'],
  },
  {
    text: 'The ladders rest. Thank you to everybody who came.',
    day: 5,
    time: '18:30',
    on: ['instagram', 'bluesky', 'x'],
    picture: 3,
    labels: ['market'],
  },
]

export interface Orchard {
  /** Ids of accounts by platform. */
  accounts: Record<string, number>
  /** Ids of files, as in `scenes`. */
  files: number[]
  /** The Monday of the week that is planned. */
  monday: string
  /** A post whose first answer was lost, that was found, and one that waits for a yes. */
  found: number
  waiting: number
}

export async function orchard(house: House, { page }: Visitor): Promise<Orchard> {
  const { service } = house
  await measured(service)
  for (const [platform, kind, name] of others)
    await service.query(`
      insert into accounts (workspace_id, platform, kind, platform_account_id, name, username, secret, refreshable, sandbox, connected_at)
      select id, '${platform}', '${kind}', 'orchard-${platform}', '${name}', 'holloworchard', '', false, true, now() from workspaces order by id limit 1`)
  const apple = await uploaded(house, await face(), 'face.png', 'The sign of Hollow Orchard.')
  const files: number[] = []
  for (const scene of scenes)
    files.push((await uploaded(house, await paint(scene), scene.file, scene.alt)).id)
  await service.query(
    `update accounts set name = 'Hollow Orchard', username = 'holloworchard', avatar_url = '${apple.url}'`,
  )
  await service.query(`update workspaces set name = 'Hollow Orchard'`)
  await service.query('update persons set email_confirmed_at = now()')
  const { rows } = await service.query(
    'select platform, min(id)::int as id from accounts where removed_at is null group by 1',
  )
  const accounts = Object.fromEntries(
    rows.map(({ platform, id }) => [String(platform), Number(id)]),
  )

  const today = Temporal.Now.zonedDateTimeISO(BERLIN).toPlainDate()
  const monday = today.add({ days: 8 - today.dayOfWeek })
  await slots(house, page)
  for (const { text, day, time, on, picture, labels } of planned) {
    const at = monday.add({ days: day }).toZonedDateTime({ timeZone: BERLIN, plainTime: time })
    await made(house, {
      content: text,
      social_account_ids: on.map((platform) => accounts[platform]),
      scheduled_at: at.toInstant().toString(),
      ...(picture !== undefined && { media_ids: [files[picture]] }),
      ...(labels && { labels }),
    })
  }
  for (const text of ['Why we graft in February', 'Six things to do with windfalls'])
    await made(house, { content: text, social_account_ids: [accounts['linkedin']] })

  await service.fault('x', { fault: 'landed_cut', on: 'post' })
  const found = await made(house, {
    content: 'The autumn harvest is in: forty-one sorts of apples, two of pears, and one quince.',
    social_account_ids: [accounts['x'], accounts['bluesky']],
    publish_now: true,
    media_ids: [files[0]],
  })
  await service.rest('GET', `/api/posts/${found}?wait=30`)
  const { body } = await service.rest('POST', '/api/api-keys', {
    name: 'Newsletter assistant',
    leash: { needs_approval: true },
  })
  const waiting = await made(
    house,
    {
      content:
        'Our newsletter for November is out: grafting, storing, and the recipe for quince jelly.',
      social_account_ids: [accounts['x'], accounts['bluesky']],
      publish_now: true,
      media_ids: [files[2]],
    },
    `Bearer ${String(body['token'])}`,
  )
  return { accounts, files, monday: monday.toString(), found, waiting }
}

async function made({ service }: House, post: object, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization }
  const { status, body } = await service.rest('POST', '/api/posts', post, headers)
  assert.equal(status, 201, JSON.stringify(body))
  return Number(body['id'])
}

async function uploaded({ service }: House, bytes: Buffer, name: string, alt_text: string) {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  form.set('alt_text', alt_text)
  const response = await fetch(`${service.base_url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}` },
    body: form,
  })
  const { id, cdn_url: url } = (await response.json()) as { id: number; cdn_url: string }
  assert.ok(response.ok)
  return { id, url }
}

function face() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256"><rect width="64" height="64" fill="#f3e6c8"/>
    <circle cx="24" cy="36" r="16" fill="#c8332b"/><circle cx="39" cy="36" r="16" fill="#b5271f"/><path d="M31 24 q1 -10 6 -13" stroke="#4a3527" stroke-width="3" fill="none"/><path d="M34 17 q8 -9 16 -3 q-6 9 -16 3" fill="#55713a"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function slots({ service }: House, page: Visitor['page']) {
  const { workspaces } = await (await page.request.get('/console/me')).json()
  const entries = ['mon', 'tue', 'wed', 'thu', 'fri'].flatMap((weekday) =>
    ['09:30', '17:00'].map((time) => ({ weekday, time, account_id: null })),
  )
  await page.request.put(`/console/workspaces/${workspaces[0].id}/schedule`, {
    headers: { origin: service.base_url, 'content-type': 'application/json' },
    data: { timezone: BERLIN, entries },
  })
}
