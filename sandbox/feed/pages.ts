import type { Emulator, Received } from '../kit/emulator.ts'
import type { Clock } from '../service/clock.ts'
import { html, type Html } from './html.ts'
import { conversation, instant } from './post.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** A feed page shows this many conversations; older ones are counted. */
const SHOWN = 100

/** All platforms, with how much each has received. */
export function indexPage({
  emulators,
  clock,
}: {
  emulators: ReadonlyMap<string, Emulator>
  clock: Clock
}): Html {
  const cards = [...emulators].map(([platform, emulator]) => {
    const posts = emulator.posts()
    const last = posts.at(-1)
    return html`<li data-key="${platform}">
      <a class="platform" href="/${platform}"
        ><strong>${title(platform)}</strong>
        <span>${plural(posts.length, 'post')}</span>
        <span>${last ? html`last ${instant(last.created_at)}` : 'quiet so far'}</span>
        ${emulator.faults.waiting().length ? html`<span class="armed">${plural(emulator.faults.waiting().length, 'fault')} armed</span>` : ''}</a
      >
    </li>`
  })
  return layout({
    heading: 'Sandbox',
    lead: html`<p>Stand-ins of the platforms: what is published here goes no further.</p>
      ${timeNote(clock)}`,
    body: html`<ul class="platforms" id="live" data-noun="platform">
      ${cards}
    </ul>`,
  })
}

/** What one platform received, newest conversation first. */
export function feedPage({
  platform,
  emulator,
  clock,
  account,
}: {
  platform: string
  emulator: Emulator
  clock: Clock
  account: string | undefined
}): Html {
  const posts = emulator.posts(account)
  const talks = conversations(posts)
  const older = talks.length - SHOWN
  const offered = emulator.people.filter(({ unlisted }) => !unlisted)
  const filters = [undefined, ...offered.map(({ username }) => username)].map(
    (username) =>
      html`<a
        href="/${platform}${username === undefined ? '' : `?account=${encodeURIComponent(username)}`}"
        ${username === account ? html` aria-current="page"` : ''}
        >${username === undefined ? 'Everyone' : `@${username}`}</a
      >`,
  )
  const empty = html`<p class="empty" data-key="empty">
    Nothing has been posted yet. Connect an account, publish something, and it appears here within
    seconds.
  </p>`
  return layout({
    heading: title(platform),
    lead: html`<nav aria-label="Accounts">${filters}</nav>
      <div id="facts">
        <p>${plural(posts.length, 'post')} received, replies included.</p>
        ${faultNote(emulator)}${timeNote(clock)}
      </div>`,
    body: html`<div id="live" data-noun="post">
        ${
          talks.length
            ? talks.slice(0, SHOWN).map((talk) => conversation(talk, emulator.people))
            : empty
        }
      </div>
      ${older > 0 ? html`<p class="empty">${plural(older, 'older conversation')} not shown.</p>` : ''}`,
  })
}

/** Replies are listed under the post that began it all, in the order in which they came. */
function conversations(posts: readonly Received[]): Received[][] {
  const talks = new Map<string, Received[]>()
  const talkOf = new Map<string, Received[]>()
  for (const post of posts) {
    const talk = talkOf.get(post.reply_to ?? '') ?? []
    if (talk.length === 0) talks.set(post.id, talk)
    talk.push(post)
    talkOf.set(post.id, talk)
  }
  return [...talks.values()].toReversed()
}

function faultNote({ faults }: Emulator) {
  const waiting = faults.waiting()
  if (waiting.length === 0) return html`<p>No faults are armed: everything works.</p>`
  const entries = waiting.map(
    ({ account, fault, times, on }) =>
      html`<li>
        <code>${fault}</code> on <code>${on}</code>, ${plural(times, 'time')}, for
        ${account === '*' ? 'everyone' : account}
      </li>`,
  )
  return html`<section class="faults" aria-label="Armed faults">
    <h2>Armed faults</h2>
    <ul>
      ${entries}
    </ul>
  </section>`
}

function timeNote(clock: Clock) {
  if (clock.ahead === 0) return ''
  return html`<p>
    The clock here is ahead of real time by ${(clock.ahead / 60_000).toFixed(1)} minutes.
  </p>`
}

function layout({ heading, lead, body }: { heading: string; lead: Html; body: Html }): Html {
  const isIndex = heading === 'Sandbox'
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${isIndex ? 'Sandbox' : `${heading} (sandbox)`}</title>
        <link rel="icon" href="data:," />
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the posts</a>
        <header>
          <div>
            <h1>${heading}</h1>
            ${isIndex ? '' : html`<a href="/">All platforms</a>`}
            <label><input type="checkbox" id="refresh" checked /> Refresh by itself</label>
          </div>
          ${lead}
        </header>
        <main id="main" tabindex="-1">${body}</main>
        <p role="status" id="news" class="unseen"></p>
        ${trusted(`<script>${script}</script>`)}
      </body>
    </html>`
}

/** Our own constants, byte for byte: the policy names them by their hash. */
function trusted(markup: string): Html {
  return { markup }
}

function title(platform: string) {
  const words = platform.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function plural(count: number, noun: string) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
