/** One platform's connector against its own emulator: real HTTP, injected time, nobody waits. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { catalog } from '#platforms/catalog.ts'
import type { Emulator, Person } from '#sandbox/kit/emulator.ts'
import type { Fetch } from '#platforms/tools.ts'
import {
  Failure,
  type Account,
  type Connector,
  type Json,
  type Manifest,
  type Offered,
  type Publication,
  type Tools,
} from '#platforms/platform.ts'
import { catalog as emulators } from '#sandbox/service/catalog.ts'
import { allow, type deny } from '#sandbox/service/person.ts'
import { serveSandbox, type Sandbox } from '#sandbox/service/serve.ts'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { clip, openMediaPlace, pictures, presented, type MediaPlace } from './media-place.ts'
import type { Run } from './reference-driver.ts'

/** What emulators document as their app passwords, for connectors that offer a sign-in without a redirect. */
export const signInValues: Record<string, (person: Person) => Record<string, string>> = {
  bluesky: ({ username }) => ({ handle: username, app_password: `app-pass-${username}` }),
}

/** Where one refresh token serves again and again, or the access token renews itself. */
export const keepsRefreshTokens = new Set([
  'facebook',
  'google_business',
  'instagram',
  'linkedin',
  'threads',
  'youtube',
])

/** Their rate limits say neither in a header nor in words when to come back. */
export const tellsNoWaits = new Set(['google_business', 'linkedin', 'threads', 'tiktok'])

/** Where nothing renews a token that has ended, and none that is not a day old: refreshed well before its end. */
export const renewsEarly = new Set(['facebook', 'instagram', 'threads'])
export const A_DAY_AND_MORE = 25 * 3_600_000

/** Where an answer that is lost about pictures is lost for good: a video takes their place in all that is not about pictures. */
export const doubtsPictures = new Set(['tiktok'])

/** The bytes that publish go to an address of their own, without the token. */
export const sendsWithoutToken = new Set(['tiktok'])

/** Where a post cannot be looked for: the identical call is refused as a duplicate that names the first. */
export const looksByTwin = new Set(['linkedin'])

/** Where nobody can look for a first comment, as the people of the benches see it. */
export const commentsInDoubt = new Set(['linkedin'])

/** Where a post without words is known to be out, and not which of the posts it is. */
export const owesNumbers = new Set(['instagram', 'threads'])

/** Where the token that posts has no end, and only the person's that it was made with does. */
export const outlivesPerson = new Set(['facebook'])

/** One alternative text for a post, however many pictures it has. */
export const oneAltText = new Set(['pinterest'])

export interface Bench extends AsyncDisposable {
  connector: Connector
  emulator: Emulator
  sandbox: Sandbox
  tools: Tools
  person: Person
  /** Serves media to platforms that fetch them. */
  place: MediaPlace
  /** Milliseconds of real time after which a call without an answer is given up. */
  patience: number
}

export const PATIENCE = 20_000

/** `world` keeps the emulated world, so that a second bench at the same port finds it again. */
export async function openBench(
  platform: string,
  service: { port: number; stateDir?: string } = { port: 0 },
): Promise<Bench> {
  const connector = catalog[platform]
  const makeEmulator = emulators[platform]
  assert.ok(connector && makeEmulator, platform)
  const redirect_uri = `http://127.0.0.1:3000/console/connect/${platform}/callback`
  const client = { client_id: 'conformance-app', client_secret: 'conformance-secret' }
  const sandbox = await serveSandbox({
    ...service,
    emulators: { [platform]: makeEmulator },
    clients: () => [{ ...client, redirect_uris: [redirect_uri] }],
    log: {
      warn: (details, message) => process.emitWarning(`${message} ${inspect(details)}`),
    },
  })
  const emulator = sandbox.emulators.get(platform)
  const person = emulator?.people[0]
  assert.ok(emulator && person)

  const guarded = guardedFetch({ allow: [sandbox.url] })
  const fetch: Fetch = (url, init = {}) => {
    const enough = AbortSignal.timeout(bench.patience)
    const signal = init.signal ? AbortSignal.any([init.signal, enough]) : enough
    return guarded(url, { ...init, signal })
  }
  const place = await openMediaPlace()
  const hosts = Object.keys(connector.manifest.hosts)
  const tools: Tools = {
    fetch,
    now: () => sandbox.clock.now(),
    signal: new AbortController().signal,
    async sleep(ms) {
      sandbox.clock.advance(ms)
    },
    card: async (url) => ({ url, title: 'A page', description: '', picture: undefined }),
    config: {
      ...client,
      redirect_uri,
      hosts: Object.fromEntries(hosts.map((host) => [host, `${sandbox.url}/${platform}/${host}`])),
      ...(platform === 'linkedin' && {
        scopes: [...connector.manifest.scopes, 'w_member_social_feed'],
      }),
      ...(platform === 'tiktok' && {
        scopes: [...connector.manifest.scopes, 'video.upload', 'user.info.stats'],
      }),
    },
  }
  const bench: Bench = {
    connector,
    emulator,
    sandbox,
    tools,
    person,
    place,
    patience: PATIENCE,
    async [Symbol.asyncDispose]() {
      await guarded.close()
      await place[Symbol.asyncDispose]()
      await sandbox.close()
    },
  }
  return bench
}

/** Through the consent page, as a person would; what is kept in between survives as JSON. */
export async function connect(bench: Bench, person = bench.person): Promise<Offered> {
  const { connector, tools } = bench
  const { answer, keep } = await authorized(bench, person, allow)
  const [offered, ...others] = await connector.exchange(answer, keep, tools)
  assert.ok(offered && others.length === 0, 'one account is offered')
  return offered
}

/** Sends the person to the page and back, up to the query of the callback. */
export async function authorized(bench: Bench, person: Person, decide: typeof deny) {
  const { connector, tools } = bench
  const state = `state-of-${person.username}`
  const { url, keep } = await connector.authorize({ state, hint: person.username }, tools)
  const back = new URL(await decide(url, person.username, tools.fetch))
  assert.equal(back.origin + back.pathname, tools.config.redirect_uri)
  assert.equal(back.searchParams.get('state'), state)
  return { url, keep: throughJson(keep), answer: Object.fromEntries(back.searchParams) }
}

export function accountOf({
  platform_account_id,
  username,
  settings,
  credentials,
}: Offered): Account {
  return {
    platform_account_id,
    username,
    settings: throughJson(settings),
    secret: throughJson(credentials.secret),
  }
}

/** A connected account and an empty journal; `content` is what is to be published. */
export async function openRun(
  bench: Bench,
  content: Partial<Publication> = {},
  about?: 'pictures',
): Promise<Run> {
  const { connector, tools } = bench
  const account = accountOf(await connect(bench))
  const journal = { saved: {}, begun: {} }
  const publication = await publicationFor(bench, content, about)
  return { connector, tools, account, journal, publication }
}

/** With media in formats that the platform takes; with one more where no post goes without. */
export async function publicationFor(
  bench: Pick<Bench, 'connector' | 'place'>,
  content: Partial<Publication> = {},
  about?: 'pictures',
): Promise<Publication> {
  const { manifest } = bench.connector
  const given = content.media ?? []
  const video = doubtsPictures.has(manifest.id) && about !== 'pictures'
  const required = manifest.media_required && !given.length
  const media = video ? [clip()] : required ? mediaFor(bench, 1) : given
  return publicationOf({ ...content, media: await presented(bench.place, manifest, media) })
}

/** Media that the platform takes: so many pictures, or a video where it knows nothing else. */
export function mediaFor({ connector }: Pick<Bench, 'connector'>, count: number) {
  const { image } = connector.manifest.media
  return image ? pictures(Math.min(count, image.max)) : [clip()]
}

/** Media for posts whose answers are lost: none where nobody can look and only the twin of a text is surely refused. */
export function settledMedia(bench: Pick<Bench, 'connector'>, count: number) {
  return looksByTwin.has(bench.connector.manifest.id) ? [] : mediaFor(bench, count)
}

export function publicationOf(content: Partial<Publication> = {}): Publication {
  const plain = { text: 'Good morning', first_comment: null, media: [], options: {} }
  return { delivery_id: 4711, ...plain, ...content }
}

/** How often `unit` can stand in a text, by every rule of the manifest. */
export function longest(manifest: Manifest, account: Account, unit: string): number {
  const fits = (count: number) =>
    manifest.text(account).every((rule) => rule.measure(unit.repeat(count).trimEnd()) <= rule.max)
  let count = 1
  while (fits(count * 2)) count *= 2
  for (let step = count; step >= 1; step = Math.floor(step / 2)) {
    if (fits(count + step)) count += step
  }
  return count
}

export async function bytesOf(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The failure of `act`, checked: our own words and code, and none of the account's secrets in it. */
export async function failureOf(act: Promise<unknown>, account?: Account): Promise<Failure> {
  const failure = await act.then(
    () => assert.fail('this should have failed'),
    (error: unknown) => error,
  )
  if (!(failure instanceof Failure)) throw failure
  assert.match(failure.code, /^[a-z][a-z0-9_]+$/)
  assert.ok(failure.message.length > 10)
  const shown = `${failure.message} ${failure.words ?? ''}`
  for (const secret of secretsOf(account?.secret ?? {})) {
    assert.ok(!shown.includes(secret), 'a failure tells no secrets')
  }
  return failure
}

function secretsOf(value: Json): string[] {
  if (typeof value === 'string') return value.length >= 16 && !URL.canParse(value) ? [value] : []
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(secretsOf) : []
}

function throughJson<Value extends Record<string, Json>>(value: Value): Value {
  const kept: Value = JSON.parse(JSON.stringify(value))
  assert.deepEqual(kept, value)
  return kept
}
