/** HTML of the connect pages, until the dashboard takes them over. Everything that comes from outside is escaped. */
import { calledOf } from '#rules/called.ts'
import { escape, frame } from './page.ts'

export interface Choice {
  platform: string
  name: string
  sandbox: boolean
  sign_in: readonly { name: string; label: string; secret: boolean }[] | undefined
  /** What to ask for before people go there. */
  hint: { label: string; text: string } | undefined
}

/** Who invites, and to where. */
export interface Invitation {
  workspace: string
  /** The name of the API key that gave the link; undefined: whoever runs the instance. */
  key: string | undefined
  /** The one account that is to be connected again. */
  account: { platform: string; sandbox: boolean; name: string; username: string } | undefined
}

/** How the page goes on: `room` is where whoever has an account here does the same. */
interface At {
  ticket: string
  /** Tells that this page was seen in this browser. */
  go: string
  room: string
  invitation: Invitation
}

export function connectPage(choices: readonly Choice[], { ticket, go, room, invitation }: At) {
  const items = choices.map((choice) => item(choice, { ticket, go }))
  const to = escape(`/sign-in?${new URLSearchParams({ return_to: room }).toString()}`)
  const { key, workspace, account } = invitation
  const what = account ? `the account ${escape(calledOf(account))} again` : 'an account'
  const who = key === undefined ? 'Whoever runs this instance' : `The API key “${escape(key)}”`
  const invites = `<p>${who} invites you to connect ${what} to the workspace “${escape(workspace)}”. Whoever works there can then post with it. Leave this page if you did not expect that.</p>`
  const signIn = `<p><a href="${to}">Sign in</a> if you have an account here.</p>`
  const empty =
    '<p>No platform is configured. Set <code>X_CLIENT_ID</code> and <code>X_CLIENT_SECRET</code>, for example, or start with the sandbox on.</p>'
  return frame(
    'Connect an account',
    `${invites}${items.length ? `<p>Choose where you want to publish.</p><ul>${items.join('')}</ul>` : empty}${signIn}`,
  )
}

export function choicePage(
  {
    platform,
    accounts,
  }: {
    platform: string
    accounts: readonly {
      platform_account_id: string
      kind: string
      name: string
      username: string
      connected: boolean
    }[]
  },
  offer: string,
) {
  const items = accounts.map(
    ({ platform_account_id, kind, name, username, connected }) =>
      `<li><label><input type="checkbox" name="account" value="${escape(platform_account_id)}"${connected ? ' checked' : ''}> <strong>${escape(name)}</strong> ${escape(username)} <small>${escape(kind)}${connected ? ', connected already' : ''}</small></label></li>`,
  )
  return frame(
    'Choose accounts',
    `<p>These can be posted to on ${escape(platform)}.</p><form method="post" action="/connect/offers/${encodeURIComponent(offer)}"><ul>${items.join('')}</ul><button>Connect the chosen ones</button></form>`,
  )
}

export function donePage(accounts: readonly { platform: string; username: string }[]) {
  if (!accounts.length) {
    return frame(
      'Nothing connected',
      '<p>The platform offered no account that can be posted to. Start again and choose at least one.</p>',
    )
  }
  const names = accounts.map(
    ({ platform, username }) =>
      `<li><strong>${escape(username)}</strong> on ${escape(platform)}</li>`,
  )
  return frame('Connected', `<ul>${names.join('')}</ul><p>You can close this page.</p>`)
}

export function problemPage(text: string) {
  return frame('Not connected', `<p role="alert">${escape(text)}</p>`)
}

function item(
  { platform, name, sandbox, sign_in }: Choice,
  { ticket, go }: Pick<At, 'ticket' | 'go'>,
) {
  const service = sandbox && { sandbox: '1' }
  const query = escape(new URLSearchParams({ ticket, ...service, go }).toString())
  const at = `/connect/${encodeURIComponent(platform)}`
  const fields = (sign_in ?? []).map(
    (field) =>
      `<label>${escape(field.label)}<input name="${escape(field.name)}" type="${field.secret ? 'password' : 'text'}" autocomplete="off"></label>`,
  )
  const form = sign_in
    ? `<details><summary>or sign in with a password made for apps</summary><form method="post" action="${at}/sign-in?${query}">${fields.join('')}<button>Sign in</button></form></details>`
    : ''
  return `<li><h2>${escape(name)}${sandbox ? ' <small>sandbox</small>' : ''}</h2><a class="go" href="${at}?${query}">Connect ${escape(name)}</a>${form}</li>`
}
