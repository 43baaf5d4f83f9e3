/** HTML of the connect pages, until the dashboard takes them over. Everything that comes from outside is escaped. */
export interface Choice {
  platform: string
  name: string
  sandbox: boolean
  sign_in: readonly { name: string; label: string; secret: boolean }[] | undefined
}

const style = `:root{color-scheme:light dark}body{font:16px/1.55 system-ui;max-width:34rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.5rem}ul{list-style:none;padding:0}li{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.6rem;padding:.8rem 1rem;margin:.7rem 0}
a.go,button{display:inline-block;font:inherit;font-weight:600;border:1px solid;border-radius:.4rem;padding:.4rem .9rem;text-decoration:none;background:none;color:inherit;cursor:pointer}
label{display:block;margin:.6rem 0}input{font:inherit;display:block;width:100%;box-sizing:border-box;padding:.4rem}summary{cursor:pointer;margin-top:.7rem}small{opacity:.75}`

export function connectPage(choices: readonly Choice[], ticket: string) {
  const items = choices.map((choice) => item(choice, ticket))
  const empty =
    '<p>No platform is configured. Set <code>X_CLIENT_ID</code> and <code>X_CLIENT_SECRET</code>, for example, or start with the sandbox on.</p>'
  return frame(
    'Connect an account',
    items.length ? `<p>Choose where you want to publish.</p><ul>${items.join('')}</ul>` : empty,
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

function item({ platform, name, sandbox, sign_in }: Choice, ticket: string) {
  const query = escape(new URLSearchParams({ ticket, ...(sandbox && { sandbox: '1' }) }).toString())
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

function frame(title: string, body: string) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)} · Crier</title><style>${style}</style><main><h1>${escape(title)}</h1>${body}</main></html>`
}

function escape(text: string) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
