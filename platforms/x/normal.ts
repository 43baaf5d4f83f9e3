/** One form for a text as we sent it and as X returns it, for comparison only. */
import type { Post } from './post.ts'

/** X's own page of the media of a post, behind the t.co link it appends. */
const MEDIA_PAGE = /\/status\/\d+\/(photo|video)\/\d+/
const LAST_SHORT_LINK = /(^|\s)https?:\/\/t\.co\/\w+\s*$/

export function asSent(text: string): string {
  return comparable(text)
}

export function asRead(post: Pick<Post, 'text' | 'urls'>, { media }: { media: boolean }): string {
  let text = post.text
  for (const { url, expanded_url, media_key } of post.urls) {
    if (!url) continue
    const ofMedia = Boolean(media_key) || MEDIA_PAGE.test(expanded_url ?? '')
    if (ofMedia && text.trimEnd().endsWith(url)) text = text.trimEnd().slice(0, -url.length)
    else if (!ofMedia && expanded_url) text = text.replaceAll(url, () => expanded_url)
  }
  // Without entities the link to the media is the last short one.
  if (media && post.urls.length === 0) text = text.replace(LAST_SHORT_LINK, '')
  return comparable(unescaped(text))
}

/** X returns &, < and > escaped. The ampersand comes last, else "&amp;lt;" would be unescaped twice. */
function unescaped(text: string) {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Spaces, the scheme of a link (X adds one to a bare domain) and a slash at its end do not make a difference. */
function comparable(text: string) {
  return text
    .normalize('NFC')
    .replace(/https?:\/\//gi, '')
    .replace(/\/(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
