import type { Person, Received } from '../kit/emulator.ts'
import { html, type Html } from './html.ts'

const AVATARS = 6

/** One post and what was said below it. */
export function conversation(talk: readonly Received[], people: readonly Person[]): Html {
  const [root, ...replies] = talk
  if (!root) return html``
  return html`<article class="talk" data-key="${root.id}">
    ${card(root, people)}${
      replies.length
        ? html`<ol class="replies" aria-label="Replies">
            ${replies.map((reply) => html`<li>${card(reply, people)}</li>`)}
          </ol>`
        : ''
    }
  </article> `
}

/** A time; the page's script rewrites it in the viewer's own zone and language. */
export function instant(iso: string): Html {
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}</time>`
}

function card(post: Received, people: readonly Person[]) {
  const person = people.find(({ id, username }) => [id, username].includes(post.account))
  const name = person?.name ?? post.account
  const details = Object.entries(post.extra).filter(([, value]) => !isEmpty(value))
  return html`<div class="post">
    <div class="who">
      <span class="avatar a${shade(name)}" aria-hidden="true">${initial(name)}</span>
      <strong>${name}</strong> ${person ? html`<span class="soft">@${person.username}</span>` : ''}
      <a class="soft when" href="${web(post.url)}"
        ><span class="unseen">Open the post of </span>${instant(post.created_at)}</a
      >
    </div>
    ${post.text === '' ? '' : html`<p class="text" dir="auto">${linked(post.text)}</p>`}
    ${post.media.length ? html`<div class="media n${Math.min(post.media.length, 2)}">${post.media.map(medium)}</div>` : ''}
    ${
      details.length
        ? html`<details>
            <summary>Details</summary>
            <pre tabindex="0">${JSON.stringify(Object.fromEntries(details), undefined, 2)}</pre>
          </details>`
        : ''
    }
  </div>`
}

function medium({ mime_type, alt_text, bytes, url }: Received['media'][number]) {
  const facts = `${mime_type}, ${size(bytes)}`
  const alt = alt_text
    ? html`<b>ALT</b> ${alt_text}`
    : html`<b class="lack">no alt text</b> <span class="soft">${facts}</span>`
  return html`<figure>
    ${shown(mime_type, alt_text ?? '', url, facts)}
    <figcaption>${alt}</figcaption>
  </figure>`
}

function shown(type: string, alt: string, url: string | null, facts: string) {
  if (url === null) return html`<div class="frame soft">${facts}</div>`
  const address = web(url)
  if (type.startsWith('image/')) {
    return html`<a class="frame" href="${address}"
      ><img src="${address}" alt="${alt || `Image, ${facts}`}" loading="lazy" decoding="async"
    /></a>`
  }
  if (type.startsWith('video/')) {
    return html`<video
      class="frame"
      src="${address}"
      controls
      preload="metadata"
      aria-label="${alt || facts}"
    ></video>`
  }
  return html`<a class="frame" href="${address}">${facts}</a>`
}

/** Addresses in the text become links; everything else stays text. */
function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2
        ? html`<a href="${part}" rel="nofollow noopener noreferrer">${part}</a>`
        : html`${part}`,
    )
}

/** Emulators make these addresses, but a link must never run anything. */
function web(url: string) {
  return /^(https?:\/\/|\/)/.test(url) ? url : '#'
}

function size(bytes: number) {
  return bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024).toLocaleString('en')} kB`
}

function initial(name: string) {
  for (const { segment } of new Intl.Segmenter().segment(name)) return segment
  return ''
}

function shade(name: string) {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum += name.charCodeAt(at)
  return sum % AVATARS
}

function isEmpty(value: unknown) {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
