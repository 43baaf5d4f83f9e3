/** Every route of the console, and who may use it. `:id` stands for whatever is named there. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `anybody` is signed out; `signed` is a person, in whichever workspace; the rest are roles in the workspace. */
export const ranks = ['anybody', 'signed', 'viewer', 'author', 'editor', 'owner'] as const
export type Rank = (typeof ranks)[number]

export interface Route {
  method: string
  path: string
  /** The least that may. */
  may: Rank
}

const lists: Record<Rank, string> = {
  anybody: `
    GET /console/state
    POST /console/sign-up
    POST /console/sign-in
    POST /console/sign-in/link
    POST /console/sign-in/passkey
    POST /console/sign-in/passkey/challenge
    POST /console/sign-out
    POST /console/password/forgot
    POST /console/password/reset
    POST /console/email/confirm
    GET /console/invitations/:id`,
  signed: `
    POST /console/sign-out-everywhere
    GET /console/me
    PUT /console/me
    GET /console/me/export
    GET /console/me/deletion
    POST /console/me/deletion
    PUT /console/password
    POST /console/email
    POST /console/email/again
    GET /console/identity
    POST /console/identity
    GET /console/second-factor
    POST /console/second-factor
    POST /console/second-factor/confirm
    POST /console/second-factor/codes
    POST /console/second-factor/end
    GET /console/passkeys
    POST /console/passkeys/offer
    POST /console/passkeys
    PUT /console/passkeys/:id
    POST /console/passkeys/:id/remove
    GET /console/sessions
    DELETE /console/sessions/:id
    POST /console/workspaces
    GET /console/instance
    POST /console/invitations/:id/accept
    GET /console/consents/:id
    POST /console/consents/:id`,
  viewer: `
    GET /console/workspaces/:id
    GET /console/workspaces/:id/members
    GET /console/workspaces/:id/schedule
    GET /console/workspaces/:id/publishing
    GET /console/workspaces/:id/live
    GET /console/workspaces/:id/connect
    GET /console/workspaces/:id/grants
    GET /console/workspaces/:id/notices
    POST /console/workspaces/:id/notices/read
    GET /console/workspaces/:id/notices/preferences
    PUT /console/workspaces/:id/notices/preferences
    GET /console/workspaces/:id/compositions
    GET /console/workspaces/:id/compositions/:id
    PUT /console/workspaces/:id/compositions/:id
    DELETE /console/workspaces/:id/compositions/:id
    PUT /console/workspaces/:id/grants/:id
    DELETE /console/workspaces/:id/grants/:id
    POST /console/workspaces/:id/grants/:id/undo-today`,
  author: '',
  editor: `
    PUT /console/workspaces/:id/schedule
    POST /console/workspaces/:id/connect
    POST /console/workspaces/:id/connect/sign-in
    GET /console/workspaces/:id/offers/:id
    POST /console/workspaces/:id/offers/:id
    DELETE /console/workspaces/:id/accounts/:id`,
  owner: `
    PUT /console/workspaces/:id
    GET /console/workspaces/:id/export
    GET /console/workspaces/:id/deletion
    POST /console/workspaces/:id/deletion
    DELETE /console/workspaces/:id/deletion
    PUT /console/workspaces/:id/members/:id
    DELETE /console/workspaces/:id/members/:id
    POST /console/workspaces/:id/invitations
    DELETE /console/workspaces/:id/invitations/:id
    GET /console/instance/platforms
    PUT /console/instance/platforms/:id
    DELETE /console/instance/platforms/:id
    POST /console/instance/platforms/:id/test
    POST /console/instance/examine`,
}

export const routes: readonly Route[] = ranks.flatMap((may) =>
  lists[may]
    .trim()
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .map((line) => {
      const [method = '', path = ''] = line.split(' ')
      return { method, path, may }
    }),
)

/** As the sources declare them, in the words of the list above. */
export function declared(): string[] {
  const folder = join(import.meta.dirname, '../../server/surfaces/console')
  return globSync('*.ts', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8')
    const [, all = ''] = /const all = '([^']+)'/.exec(source) ?? []
    const text = source.replaceAll('${all}', all).replaceAll('(all,', `('${all}',`)
    const found = text.matchAll(/\bapp\.(get|post|put|patch|delete)\(\s*['`]([^'`]+)['`]/g)
    return [...found].map(
      ([, method = '', path = '']) =>
        `${method.toUpperCase()} /console${path.replace(/:\w+/g, ':id')}`,
    )
  })
}
