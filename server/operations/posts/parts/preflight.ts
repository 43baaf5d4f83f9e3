/** Everything that can be said about a post before it is written, against the workspace's accounts, media and platforms. */
import { type Said, say } from '#platforms/kit/checks.ts'
import { inTurns } from '#operations/turns.ts'
import { calledOf } from '#rules/called.ts'
import { counting } from '#rules/counted.ts'
import {
  type Finding,
  type Found,
  type Remark,
  type Telling,
  findingsAmong,
} from '#rules/finding.ts'
import type { AltTexts } from '#rules/media.ts'
import { Problem, collector, type FieldErrors } from '#rules/problem.ts'
import { filesOf, type Part, type Threaded } from '#rules/thread.ts'
import type { Wording } from '#rules/utm.ts'
import { finish, type Work } from '#rules/work.ts'
import {
  type AccountRow,
  type AccountWithSettings,
  findAccounts,
  listAccounts,
} from '#store/accounts.ts'
import { findMedia, type MediaRow } from '#store/media.ts'
import type { Context } from '../../context.ts'
import type { Draft } from './platform-check.ts'
import { fixesOf, without } from './fixes.ts'
import { sayThem } from './named-accounts.ts'
import { filesOfParts, inOrder, inParts, placed } from './part-files.ts'
import { checkThread } from './thread-check.ts'
import { type Worded, wordingOf } from './wordings.ts'

export interface Wanted extends Draft, Omit<Threaded, 'content' | 'platform_content'> {
  social_account_ids: readonly number[]
  /** As they stand in the post already; a file that is not among them is taken with its own. */
  alt_texts?: AltTexts | undefined
  /** How its texts read on each account; without it as they are written. */
  worded?: Worded | undefined
}

export interface Preflight {
  accounts: readonly AccountWithSettings[]
  /** The files in the post's order, with the alt texts that would go out. */
  media: readonly MediaRow[]
  /** By account, what goes there of a thread. */
  parts: ReadonlyMap<number, Part[]>
  /** By account, what goes out there, where that is not as written. */
  wordings: ReadonlyMap<number, Wording>
  /** The files that parts behind the first show. */
  part_media: readonly MediaRow[]
  /** Wrong in any state: foreign ids, audio. */
  errors: FieldErrors
  /** What stands in the way of publishing it; a draft may have such. */
  blockers: FieldErrors
  /** What is known of both, beside their texts. */
  found: readonly Found[]
  warnings: string[]
  /** The same as data. */
  remarks: readonly Remark[]
}

/** `attached`: media that the post has already. Those it keeps, also when they were deleted from the library meanwhile. */
export async function preflight(
  wanted: Wanted,
  context: Context,
  attached: readonly number[] = [],
): Promise<Preflight> {
  const found = await accountsOf(context, wanted.social_account_ids)
  const files = await findMedia(context, [...wanted.media_ids, ...filesOf(wanted)], attached)
  const missing = found.length < wanted.social_account_ids.length
  const connected = missing ? await listAccounts(context) : undefined
  return inTurns(examining(wanted, { found, files, connected }, context))
}

/** Of many posts, each set of accounts is read once. */
async function accountsOf(context: Context, ids: readonly number[]) {
  const { ahead } = context
  if (!ahead) return findAccounts(context, ids)
  const key = ids.join()
  const known = ahead.accounts.get(key) ?? findAccounts(context, ids)
  ahead.accounts.set(key, known)
  return known
}

interface Look<File> {
  found: readonly AccountWithSettings[]
  files: readonly File[]
  /** All that could be named, where it is told. */
  connected?: readonly AccountRow[] | undefined
}

type Around = Pick<Context, 'environment' | 'counted'>
type Examined<File> = Preflight & { media: readonly File[]; part_media: readonly File[] }

/** Of what was found in the workspace, in any order, and at once. Pure. */
export function examine<File extends MediaRow>(
  wanted: Wanted,
  look: Look<File>,
  around: Around,
): Examined<File> {
  return finish(examining(wanted, look, around))
}

/** The same in pieces: long texts for many accounts take seconds. */
export function* examining<File extends MediaRow>(
  wanted: Wanted,
  { found, files, connected }: Look<File>,
  { environment, counted = counting() }: Around,
): Work<Examined<File>> {
  const errors = collector()
  const blockers = collector()
  const remarks: Remark[] = []
  const warn = ({ text, ...said }: Said) => remarks.push({ message: text, ...said })
  // Which there are is told once, at the first.
  let others = connected ? ` ${sayThem(connected)}` : ''
  const accounts = inOrder(wanted.social_account_ids, found, (index) => {
    const { text, ...said } = say('account_unknown', {})
    errors.add(`social_account_ids.${index}`, `${text}${others}`, {
      code: 'account_not_found',
      ...said,
      mend: () => without(wanted, 'social_account_ids', 'remove_account', index),
    })
    others = ''
  })
  type More = Pick<Found, 'code' | 'media_ids' | 'mend'>
  const addTo =
    (to: ReturnType<typeof collector>) =>
    (field: string, { text, ...said }: Telling, more: More) =>
      to.add(field, text, { ...more, ...said })
  const media = inOrder(wanted.media_ids, files, (index) =>
    addTo(errors)(`media_ids.${index}`, say('media_unknown', {}), {
      code: 'media_not_found',
      mend: () => without(wanted, 'media_ids', 'remove_media', index),
    }),
  ).map((file) => ({ ...file, alt_text: altTextOf(file, wanted) }))
  const part_media = filesOfParts(wanted, files, addTo(errors)).map((file) => ({
    ...file,
    alt_text: altTextOf(file, wanted),
  }))

  for (const [index, { account_id }] of wanted.platform_content.entries()) {
    if (!wanted.social_account_ids.includes(account_id)) {
      errors.add(
        `platform_content.${index}.account_id`,
        'This account is not among social_account_ids.',
      )
    }
  }
  const seen = new Set<number>()
  for (const { item, field } of [
    ...placed(wanted.media_ids, media, 'media_ids'),
    ...inParts(wanted, part_media),
  ]) {
    const of: More = { code: 'media', media_ids: [item.id] }
    if (item.mime_type.startsWith('audio/')) addTo(errors)(field, say('media_audio', {}), of)
    if (item.purged_at) addTo(blockers)(field, deleted(item), of)
    else if (item.deleted_at && !seen.has(item.id)) warn(deleted(item))
    seen.add(item.id)
  }
  for (const platform of Object.keys(wanted.platform_options)) {
    if (!Object.hasOwn(environment.manifests, platform)) {
      const known = Object.keys(environment.manifests).join(', ')
      errors.add(`platform_options.${platform}`, `There is no such platform. Known: ${known}.`)
    } else if (!accounts.some((account) => account.platform === platform)) {
      warn(say('platform_idle', { platform }))
    }
  }

  const parts = new Map<number, Part[]>()
  const wordings = new Map<number, Wording>()
  for (const account of accounts) {
    const manifest = environment.manifests[account.platform]
    if (!manifest) continue
    yield
    const said = wanted.worded?.on(wanted, account) ?? wanted
    const own = yield* checkThread(said, account, { media, part_media }, manifest, {
      add: (field, { text, ...said }, detail) =>
        blockers.add(field, text, {
          ...detail,
          ...said,
          account_id: account.id,
          platform: account.platform,
          mend: () =>
            fixesOf({ ...detail, field, wanted, account, manifest, tag: wanted.worded?.tag }),
        }),
      warn,
      counted,
    })
    if (own) parts.set(account.id, own)
    if (said !== wanted) wordings.set(account.id, wordingOf(said, account, own))
    if (isInactive(account))
      warn(say('account_to_reconnect', { account: calledOf(account), name: manifest.name }))
  }
  return {
    accounts,
    media,
    parts,
    wordings,
    part_media,
    errors: errors.errors,
    blockers: blockers.errors,
    found: [...errors.found, ...blockers.found],
    warnings: remarks.map(({ message }) => message),
    remarks,
  }
}

/** What a draft lacks so far. A text about an option says nothing without its name. */
export function asWarnings(blockers: FieldErrors): string[] {
  return Object.entries(blockers).flatMap(([field, texts]) =>
    /(^platform_options|\.options)\./.test(field)
      ? texts.map((text) => `${field}: ${text}`)
      : texts,
  )
}

/** The same as data, with what mends each; empty where nothing is known but the texts. */
export function lacksOf({ found, blockers }: Pick<Preflight, 'found' | 'blockers'>): {
  problems?: Finding[]
} {
  const problems = findingsAmong(found, blockers)
  return problems.length ? { problems } : {}
}

/** What is worth a look, where a rehearsal asked for it. */
export function remarksOf(
  { remarks }: Pick<Preflight, 'remarks'>,
  { dry_run = false }: { dry_run?: boolean | undefined },
): { remarks?: Remark[] } {
  return dry_run && remarks.length ? { remarks: [...remarks] } : {}
}

/** Of media that a post has, and the library has no longer. */
export function deleted({
  id: media_id,
  original_name: file,
  purged_at,
}: Pick<MediaRow, 'id' | 'original_name' | 'purged_at'>) {
  return say(purged_at ? 'media_gone' : 'media_deleted', { file, media_id })
}

/** Refuses with a way out when nothing could be published from here. */
export async function requireActiveAccounts(
  accounts: readonly AccountWithSettings[],
  context: Context,
) {
  const { environment, caller } = context
  const inactive = accounts.find(isInactive)
  if (!inactive) return
  const all = await listAccounts(context)
  const alternatives = all
    .filter((account) => !isInactive(account))
    .map(({ id, platform, username, health }) => ({ id, platform, username, health }))
  const { platform } = inactive
  const { text, ...said } = say('account_inactive', { account: calledOf(inactive), platform })
  throw new Problem('account_inactive', text, {
    account_id: inactive.id,
    ...said,
    reconnect_url: environment.connect_url(caller, inactive),
    alternatives,
  })
}

export function isInactive({ health }: Pick<AccountRow, 'health'>) {
  return health === 'needs_reconnect' || health === 'disabled'
}

/** Something may be at risk with it. */
export function isUnwell({ health }: Pick<AccountRow, 'health'>) {
  return health !== 'healthy'
}

/** A workspace without any account gets the way to connect one, instead of a complaint about its ids. */
export async function requireSomeAccount(context: Context) {
  const accounts = await listAccounts(context)
  if (accounts.length) return
  throw new Problem('no_connected_accounts', 'Connect an account at connect_url first.', {
    connect_url: context.environment.connect_url(context.caller),
    alternatives: [],
  })
}

function altTextOf({ id, alt_text }: MediaRow, { alt_texts = {} }: Wanted) {
  return Object.hasOwn(alt_texts, id) ? (alt_texts[id] ?? null) : alt_text
}
