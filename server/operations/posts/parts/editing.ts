/** Asking for what is out to be changed: on which accounts, whether they take it, and what each of them is sent. */
import type { Manifest } from '#platforms/platform.ts'
import type { Context } from '#operations/context.ts'
import { countEdit } from '#operations/leash.ts'
import { calledOf } from '#rules/called.ts'
import { type Counted, counting } from '#rules/counted.ts'
import { isEditing, isSameChange } from '#rules/edit.ts'
import { look } from '#rules/input.ts'
import { asKind } from '#rules/kind.ts'
import type { StoredPost } from '#rules/post.ts'
import { collector, invalid } from '#rules/problem.ts'
import { type AccountWithSettings, findAccounts } from '#store/accounts.ts'
import { announce, type LockedDelivery } from '#store/deliveries.ts'
import { askEdits, listPublished, type Published } from '#store/edits.ts'
import { changePost, findPost } from '#store/posts.ts'
import { conflict, isUntouched, notFound, tellWaiting, type Whole } from './moves.ts'
import { checkText } from './platform-check.ts'
import { isOut } from './taking-down.ts'
import { wordedFor } from './wordings.ts'

export interface WantedEdit {
  account_ids: readonly number[] | undefined
  content: string | null
  platform_options: Record<string, Record<string, unknown>> | undefined
}

type Add = ReturnType<typeof collector>['add']

/** Refuses with every problem at once. The same wish while it waits is the same edit. */
export async function editThese(whole: Whole, wanted: WantedEdit, context: Context) {
  const { post } = whole
  const stored = await findPost(context, post.id)
  if (!stored) throw notFound(post.id)
  const all = await listPublished(context, post.id)
  const named = all.filter(({ account_id }) => wanted.account_ids?.includes(account_id) ?? true)
  const chosen = named.filter(({ going }) => !going)
  const { errors, found, add } = collector()
  requireOwn(whole, wanted, add)
  if (chosen.length) requireOut(whole, chosen, wanted, add)
  if (wanted.content === null && !Object.keys(wanted.platform_options ?? {}).length)
    add('content', 'Name what changes: content, or platform_options.')
  if (!chosen.length && !Object.keys(errors).length) throw notOut(whole, named, wanted)

  const { can, cannot } = sorted(chosen, stored, context)
  for (const { account_id, text } of cannot)
    add(fieldOf(account_id, wanted), `Account ${account_id}: ${text} ${otherwise(can, wanted)}`)
  const changes = await changesFor(can, wanted, { stored, add }, context)
  const problem = invalid(errors, found)
  if (problem) throw problem

  const fresh = changes.filter(({ last, ...change }) => {
    return !(last && isEditing(last.state) && isSameChange(last, change))
  })
  if (!fresh.length) return
  await countEdit(post, context)
  const asked = fresh.map((each) => {
    const { last: _, ...change } = each
    return change
  })
  await askEdits(context, asked, context.caller.credential, context.now)
  // Whoever looked before does not overwrite this unseen.
  await changePost(context, post, {}, context.now)
  await announce(context, 'edits')
  await tellWaiting(context, post.id)
}

function requireOwn({ deliveries }: Whole, { account_ids }: WantedEdit, add: Add) {
  const known = deliveries.map(({ account_id }) => account_id)
  account_ids?.forEach((account_id, index) => {
    if (!known.includes(account_id))
      add(
        `account_ids.${index}`,
        `The post goes to ${known.join(', ') || 'no account'}, and not to this one.`,
      )
  })
}

/** Named by itself, each of them is: changed on the others alone, the mistake would stand there unseen. */
function requireOut(
  { deliveries }: Whole,
  chosen: readonly Published[],
  { account_ids }: WantedEdit,
  add: Add,
) {
  for (const [index, id] of account_ids?.entries() ?? []) {
    const delivery = deliveries.find(({ account_id }) => account_id === id)
    if (!delivery || chosen.some(({ account_id }) => account_id === id)) continue
    const why =
      delivery.status === 'published'
        ? 'Leave this account out: it was taken down there, or is being.'
        : (stuckOf([delivery]) ?? 'Leave this account out: nothing of it is out there.')
    add(`account_ids.${index}`, why)
  }
}

function notOut(whole: Whole, named: readonly Published[], { account_ids }: WantedEdit) {
  const { deliveries } = whole
  const chosen = deliveries.filter(({ account_id }) => account_ids?.includes(account_id) ?? true)
  const what = named.length
    ? 'Publish it again instead: it was taken down, or is being.'
    : (stuckOf(chosen) ??
      (isUntouched(whole)
        ? 'Use update_post instead: nothing of it is out there yet.'
        : 'Leave it as it is: nothing of it is out there.'))
  return conflict('post_not_published', what, whole)
}

/** Why what is, or may be, out there can not be changed as it stands; undefined: nothing is. */
function stuckOf(chosen: readonly LockedDelivery[]): string | undefined {
  const out = chosen.filter(isOut)
  if (out.some(({ status }) => status === 'publishing'))
    return 'Wait until it is out, which get_post tells with wait: it is on its way.'
  if (out.some(({ blocked_reason }) => blocked_reason === 'outcome_unknown'))
    return 'Say with retry_post whether it is there: nobody knows whether it is out.'
  return out.length
    ? 'Send what is missing with retry_post first, or take it down with unpublish_post: a part of it is not out.'
    : undefined
}

interface Can extends Published {
  manifest: Manifest
}

interface Cannot {
  account_id: number
  /** Why, and where a person changes it. */
  text: string
}

/** On which of them a post is changed by us, and on which by a person only. */
function sorted(chosen: readonly Published[], stored: StoredPost, { environment }: Context) {
  const can: Can[] = []
  const cannot: Cannot[] = []
  for (const each of chosen) {
    const { account_id, platform, platform_url, platform_post_id } = each
    const manifest = environment.manifests[platform]
    const url = platform_url ?? manifest?.hosts['web'] ?? null
    const refuse = (text: string) => cannot.push({ account_id, text })
    const name = manifest?.name ?? platform
    const at = url === null ? '' : `, at ${url}`
    const except = manifest?.editing?.except?.({
      options: optionsOf(stored, each),
      mime_types: stored.media.map(({ mime_type }) => mime_type),
    })
    if (!manifest?.editing) refuse(`${name} lets only a person change a post${at}.`)
    else if (except !== undefined) refuse(`${name} changes no ${except} for us; a person can${at}.`)
    else if (platform_post_id === null)
      refuse(`${name} has not told which post it is; a person can change it${at}.`)
    else can.push({ ...each, manifest })
  }
  return { can, cannot }
}

function optionsOf(
  { platform_options, platform_content }: StoredPost,
  { account_id, platform }: Published,
) {
  const own = platform_content.find((each) => each.account_id === account_id)
  return { ...platform_options[platform], ...own?.options }
}

function fieldOf(account_id: number, { account_ids }: WantedEdit) {
  const index = account_ids?.indexOf(account_id) ?? -1
  return index < 0 ? 'account_ids' : `account_ids.${index}`
}

function otherwise(can: readonly Can[], { account_ids }: WantedEdit) {
  const ids = can.map(({ account_id }) => account_id)
  if (!ids.length) return 'None of the others can be changed either.'
  return account_ids
    ? `These can be changed: ${ids.join(', ')}.`
    : `Send account_ids with ${ids.join(', ')} for the others.`
}

/** What each of them is sent, held against its platform's rules. */
async function changesFor(
  can: readonly Can[],
  { content, platform_options = {} }: WantedEdit,
  { stored, add }: { stored: StoredPost; add: Add },
  context: Context,
) {
  const accounts = await findAccounts(
    context,
    can.map(({ account_id }) => account_id),
  )
  for (const platform of Object.keys(platform_options)) checkTarget(platform, can, add)
  const { counted = counting() } = context
  const tag = await taggingOf(content, stored, context)
  return can.flatMap(({ id: delivery_id, account_id, platform, manifest, last }) => {
    const account = accounts.find((each) => each.id === account_id)
    const text = content !== null && account && tag ? tag(content, account) : content
    if (account && text !== null) checkContent(text, { account, manifest, stored, counted }, add)
    const options = checkedOptions(platform_options[platform] ?? {}, manifest, add)
    const changes = text !== null || Object.keys(options).length > 0
    return changes ? [{ delivery_id, content: text, options, last }] : []
  })
}

/** Its links count visits as those did that it takes the place of. */
async function taggingOf(
  content: string | null,
  { id, labels }: Pick<StoredPost, 'id' | 'labels'>,
  context: Context,
) {
  const texts = { first_comment: null, thread: null, platform_content: [] }
  const { worded } = await wordedFor({ ...texts, content: content ?? '' }, { id, labels }, context)
  return worded?.tag
}

function checkTarget(platform: string, can: readonly Can[], add: Add) {
  if (can.some((each) => each.platform === platform)) return
  const known = [...new Set(can.map((each) => each.platform))].join(', ') || 'none'
  add(
    `platform_options.${platform}`,
    `It changes nothing there. Accounts that are changed are on: ${known}.`,
  )
}

function checkContent(
  content: string,
  {
    account,
    manifest,
    stored,
    counted,
  }: { account: AccountWithSettings; manifest: Manifest; stored: StoredPost; counted: Counted },
  add: Add,
) {
  const own = stored.platform_content.find(({ account_id }) => account_id === account.id)
  const kind = { ...stored.platform_options[manifest.id], ...own?.options }['kind']
  const who = `${manifest.name} (${calledOf(account)})`
  if (asKind(manifest, kind).wordless) return add('content', `${who} carries no text.`)
  const { id: account_id, platform } = account
  checkText({ who }, content, 'content', manifest.text(account), {
    add: (field, { text, ...said }, detail) =>
      add(field, text, { ...detail, ...said, account_id, platform }),
    warn: () => {},
    counted,
  })
}

function checkedOptions(given: Record<string, unknown>, manifest: Manifest, add: Add) {
  const { editing } = manifest
  const names = Object.keys(editing?.options?.shape ?? {})
  for (const name of Object.keys(given).filter((each) => !names.includes(each)))
    add(
      `platform_options.${manifest.id}.${name}`,
      names.length
        ? `Of a post that is out, ${names.join(' and ')} can be changed here.`
        : `Of a post that is out, ${manifest.name} lets its text be changed alone.`,
    )
  if (!editing?.options) return {}
  const named = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))
  const { data, told } = look(editing.options, named)
  for (const [field, { text, ...said }] of told)
    add(`platform_options.${manifest.id}.${field}`, text, { code: 'option', ...said })
  return data ?? {}
}
