/**
 * Runs on the feed pages. Times are shown in the viewer's zone; every few seconds the page is fetched again and the
 * entries that changed are exchanged. An entry that holds the focus or an open detail stays as it is, and whatever is
 * in view stays where it is when something arrives above it.
 */
export const script = `
'use strict'
const live = document.getElementById('live')
const news = document.getElementById('news')
const wanted = document.getElementById('refresh')
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const known = new Map()
const keyed = (root) => [...root.children].filter((entry) => entry.dataset.key)
const localise = (root) => {
  for (const time of root.querySelectorAll('time')) {
    const date = new Date(time.dateTime)
    if (!Number.isNaN(date.getTime())) {
      time.textContent = format.format(date)
      time.title = time.dateTime
    }
  }
}
const busy = (entry) =>
  entry.contains(document.activeElement) || entry.querySelector('details[open]') !== null ||
  [...entry.querySelectorAll('video')].some((video) => !video.paused)

function exchange(fresh) {
  const old = new Map(keyed(live).map((entry) => [entry.dataset.key, entry]))
  const inView = scrollY > 0 && [...old.values()].find((entry) => entry.getBoundingClientRect().bottom > 0)
  const before = inView ? inView.getBoundingClientRect().top : 0
  let added = 0
  let after = null
  for (const entry of keyed(fresh)) {
    const key = entry.dataset.key
    const markup = entry.outerHTML
    let shown = old.get(key)
    old.delete(key)
    if (!shown || (known.get(key) !== markup && !busy(shown))) {
      if (!shown) added += 1
      const next = document.importNode(entry, true)
      localise(next)
      if (shown) shown.replaceWith(next)
      shown = next
      known.set(key, markup)
    }
    const place = after ? after.nextElementSibling : live.firstElementChild
    if (place !== shown) live.insertBefore(shown, place)
    after = shown
  }
  for (const [key, gone] of old) if (!busy(gone)) { gone.remove(); known.delete(key) }
  if (inView && inView.isConnected) scrollBy(0, inView.getBoundingClientRect().top - before)
  if (added > 0 && !live.querySelector('[data-key="empty"]')) {
    news.textContent = added + ' new ' + live.dataset.noun + (added === 1 ? '' : 's')
  }
}

async function refresh() {
  if (document.hidden || !wanted.checked) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.getElementById('live')
  if (fresh) exchange(fresh)
  const facts = document.getElementById('facts')
  const said = page.getElementById('facts')
  if (facts && said && known.get('facts') !== said.innerHTML) {
    known.set('facts', said.innerHTML)
    facts.innerHTML = said.innerHTML
    localise(facts)
  }
}

for (const entry of keyed(live)) known.set(entry.dataset.key, entry.outerHTML)
localise(document)
const again = () => setTimeout(() => refresh().catch(() => {}).then(again), 3000)
again()
document.addEventListener('visibilitychange', () => refresh().catch(() => {}))
`
