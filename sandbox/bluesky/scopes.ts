/**
 * What an OAuth client may do: `transition:generic`, or the granular `repo:<collection>?action=…`, `blob:<mime>` and
 * `rpc:<method>?aud=…` (atproto.com/specs/permission; measured on PDS 0.5.35, 2026-11-20).
 */
import { invalidRequest, oauthRefusal } from './answers.ts'
import { scopeMissing } from './faults.ts'

export type Action = 'create' | 'update' | 'delete'

const resources = ['repo', 'blob', 'rpc', 'include', 'account', 'identity']
const plain = ['atproto', 'transition:generic', 'transition:email', 'transition:chat.bsky']

/** What a permission set stands for. Its content could not be looked up: creating posts and their gates is assumed. */
const sets: Record<string, readonly string[]> = {
  'app.bsky.authCreatePosts': ['post', 'threadgate', 'postgate'].map(
    (name) => `repo:app.bsky.feed.${name}?action=create`,
  ),
}

/** The scopes asked for; refuses a list that no server would grant. */
export function readScope(scope: string) {
  const scopes = scope.split(' ').filter(Boolean)
  if (!scopes.includes('atproto')) {
    throw oauthRefusal(400, 'invalid_scope', 'The "atproto" scope is required')
  }
  const unknown = scopes.find(
    (each) => !plain.includes(each) && !resources.includes(parse(each).name),
  )
  if (unknown) throw oauthRefusal(400, 'invalid_scope', `Unsupported scope: ${unknown}`)
  return scopes
}

/** `granted` is absent for app passwords, which may do all of this. */
export function requireRepo(granted: string | undefined, collection: string, action: Action) {
  const fits = ({ name, values }: Scope) =>
    name === 'repo' &&
    covers(values('collection'), collection) &&
    (values('action').length === 0 || values('action').includes(action))
  if (!allowed(granted, fits)) throw scopeMissing(repoScope(collection, action))
}

export function repoScope(collection: string, action: Action) {
  return `repo:${collection}?action=${action}`
}

export function requireBlob(granted: string | undefined, mime: string) {
  const fits = ({ name, values }: Scope) =>
    name === 'blob' &&
    values('accept').some(
      (accept) =>
        accept === '*/*' ||
        accept === mime ||
        (accept.endsWith('/*') && mime.startsWith(accept.slice(0, -1))),
    )
  if (!allowed(granted, fits)) throw scopeMissing(`blob:${mime}`)
}

export function requireRpc(granted: string | undefined, method: string | undefined, aud: string) {
  if (granted !== undefined && !method) throw invalidRequest('Missing "lxm" parameter')
  const fits = ({ name, values }: Scope) =>
    name === 'rpc' && covers(values('lxm'), method ?? '') && covers(values('aud'), aud)
  if (!allowed(granted, fits)) throw scopeMissing(`rpc:${method ?? '*'}?aud=${aud}`)
}

interface Scope {
  name: string
  values: (parameter: string) => string[]
}

function allowed(granted: string | undefined, fits: (scope: Scope) => boolean) {
  if (granted === undefined) return true
  const scopes = granted.split(' ')
  return scopes.includes('transition:generic') || scopes.flatMap(expand).map(parse).some(fits)
}

function expand(scope: string) {
  return scope.startsWith('include:') ? (sets[scope.slice(8).split('?')[0] ?? ''] ?? []) : [scope]
}

/** `name:value?parameter=…` or `name?parameter=…`; the value in front is the first parameter of its kind. */
function parse(scope: string): Scope {
  const [head = '', query = ''] = scope.split('?')
  const [name = '', ...rest] = head.split(':')
  const parameters = new URLSearchParams(query)
  const value = rest.join(':')
  const main = name === 'repo' ? 'collection' : name === 'blob' ? 'accept' : 'lxm'
  const values = (parameter: string) =>
    parameter === main && value ? [value] : parameters.getAll(parameter)
  return { name, values }
}

function covers(values: readonly string[], wanted: string) {
  return values.includes('*') || values.includes(wanted)
}
