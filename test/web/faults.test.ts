/** What the sandbox's faults leave behind, as the page of a post tells it: on every platform. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import { faultsOf, type Met, playFaults } from './faulted.ts'
import { at, becomes, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'

let house: House
let ada: Visitor

before(async () => {
  // A thousand times as fast to look again and to try again.
  house = await openHouse({ WORKER_PACE: '1000' })
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

/** Faults of no post that goes out, on any platform or on one, each with where it is met. */
const elsewhere: Readonly<Record<string, string>> = {
  clock: 'stands for as long as it is set, and is used up by no call',
  scopes_dropped: 'when somebody connects LinkedIn',
  no_refresh: 'when somebody connects LinkedIn',
  unverified: 'when a channel of YouTube is asked what it may do',
  places_unapproved: 'when a place is looked for on Threads',
  mentions_stripped: 'in a post that names another Page of Facebook',
  image_unreachable: 'where Pinterest fetches a picture from an address: files are sent along',
  list_lags: 'when YouTube lists videos or comments: the upload itself tells what became of it',
  playlist_lags: 'where a video is put into a playlist of YouTube',
  'linkedin: partial_list':
    'where the posts of a Page are listed: those of a person nobody may list',
}

/** How an account may stand there, and what is offered then, each of them. */
const offers: Readonly<Record<string, readonly RegExp[]>> = {
  Published: [],
  Publishing: [],
  Looking: [],
  Waiting: [],
  'Not published': [/^Try again/],
  'Is it there?': [/^Yes, it is there/, /^No: send it/],
  Reconnect: [/^Reconnect/],
}

interface Card {
  lines: string[]
  controls: string[]
  times: number
}

/** In one moment, since it changes meanwhile. What the details hold is closed. */
const CARDS = `[...document.querySelectorAll('main ul[aria-label=Accounts] > li')].map((card) => ({
  lines: card.innerText.split('\\n').map((line) => line.trim()).filter(Boolean),
  controls: [...card.querySelectorAll('a, button')].map((each) => each.getAttribute('aria-label') ?? each.innerText),
  times: card.querySelectorAll('p time').length,
}))`

/** “X · ada_types”, “Google Business”: people say less than the whole name. A letter alone is a face. */
function isPlace(line: string) {
  const [said = ''] = line.split(' · ')
  return Object.values(manifests).some(
    ({ name }) => name === said || (said.length > 1 && name.startsWith(said)),
  )
}

function wrongWith({ lines, controls, times }: Card): string[] {
  const who =
    lines.find(isPlace) ??
    lines.find((line) => line.includes(' · ')) ??
    assert.fail(lines.join('\n'))
  // Where a platform calls it by a number its name is told alone.
  const [, username] = who.split(' · ')
  // How the account is called may look like a code.
  const told = lines
    .slice(lines.indexOf(who) + 1)
    .map((line) => (username === undefined ? line : line.replaceAll(username, '')))
  const state = told.find((line) => Object.hasOwn(offers, line))
  const wrong = told.filter((line) => /[a-z]_[a-z]/.test(line)).map((line) => `a code: ${line}`)
  if (state === undefined) return [...wrong, 'it stands in no way that is known']
  if (!told.some((line) => /^[A-Z].*\w.*[.…]( |$)/.test(line))) wrong.push('no sentence')
  for (const each of offers[state] ?? [])
    if (!controls.some((control) => each.test(control))) wrong.push(`${state}, without ${each}`)
  if (state === 'Waiting' && !times) wrong.push('it waits, and nobody is told until when')
  return wrong
}

test('P1: for every fault of the sandbox the page has a sentence without a code, and what settles it', async () => {
  const { page } = ada
  const { service } = house
  const platforms = Object.keys(manifests)
  const faults = new Map<string, string[]>(platforms.map((each) => [each, []]))
  const listed = new Set<string>()
  for (const platform of platforms) {
    const { known } = await faultsOf(service, platform)
    for (const fault of known) {
      const here = `${platform}: ${fault}`
      listed.add(fault).add(here)
      if (![fault, here].some((each) => Object.hasOwn(elsewhere, each)))
        faults.get(platform)?.push(fault)
    }
  }
  for (const each of Object.keys(elsewhere)) assert.ok(listed.has(each), `${each} is no fault`)
  const every = process.env['EVERY_FAULT'] === '1'
  if (!every) once(faults)

  await page.goto('/posts')
  await at(page, 'Posts')
  const wrong: string[] = []
  const tell = async (met: readonly Met[]) => {
    for (const [post, those] of Map.groupBy(met, (each) => each.post)) {
      for (const { platform, fault, card } of await look(post, those))
        wrong.push(
          ...wrongWith(card).map(
            (each) => `${platform}, ${fault}: ${each}\n${card.lines.join('\n')}`,
          ),
        )
    }
  }
  const unmet = await playFaults(service, faults, tell, every ? 4 : 1)
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    unmet,
    [],
    'nothing met these: faulted.ts needs a way, or they are met elsewhere',
  )
  noComplaints(ada)

  async function look(post: number, met: readonly Met[]) {
    // Within the page, as a link would: to load it anew for each takes several times as long.
    await page.evaluate(`history.pushState(null, '', '/posts/${post}')`)
    const { body } = await service.rest('GET', `/api/posts/${post}`)
    const accounts = body['per_account'] as { platform: string }[]
    await page.getByText('Apples of sort').first().waitFor()
    await becomes(
      page,
      `location.pathname === '/posts/${post}' && [...document.querySelectorAll('main dd')].some((each) => each.textContent === '${post}')`,
    )
    const cards = await page.evaluate<Card[]>(CARDS)
    assert.equal(cards.length, accounts.length)
    return met.map((each) => {
      const index = accounts.findIndex(({ platform }) => platform === each.platform)
      return { ...each, card: cards[index] ?? assert.fail(each.platform) }
    })
  }
})

/** Each by its name on one platform, spread so that all come to their end together. */
function once(faults: Map<string, string[]>) {
  const owners = new Map<string, string[]>()
  for (const [platform, names] of faults)
    for (const name of names) owners.set(name, [...(owners.get(name) ?? []), platform])
  for (const platform of faults.keys()) faults.set(platform, [])
  const rarest = [...owners].toSorted(([, one], [, other]) => one.length - other.length)
  for (const [name, platforms] of rarest) {
    const [least] = platforms.toSorted(
      (one, other) => (faults.get(one)?.length ?? 0) - (faults.get(other)?.length ?? 0),
    )
    if (least !== undefined) faults.get(least)?.push(name)
  }
}
