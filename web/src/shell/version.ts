/** Whether the service serves a newer dashboard than this page: told by the script that its page names. */
import { useSyncExternalStore } from 'react'

const EVERY = 10 * 60_000
const AT_MOST_EVERY = 60_000

let newer = false
let looked = Date.now()
const listeners = new Set<() => void>()

function found() {
  newer = true
  for (const listener of listeners) listener()
}

async function look() {
  if (newer || document.hidden || Date.now() - looked < AT_MOST_EVERY) return
  looked = Date.now()
  const mine = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/sign-in', { headers: { accept: 'text/html' } })
    const page = await answer.text()
    if (answer.ok && mine && page.includes('/assets/') && !page.includes(mine)) found()
  } catch {
    // No connection; it is looked again later.
  }
}

export function useNewVersion() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      const timer = setInterval(() => void look(), EVERY)
      const onFocus = () => void look()
      window.addEventListener('focus', onFocus)
      return () => {
        listeners.delete(listener)
        clearInterval(timer)
        window.removeEventListener('focus', onFocus)
      }
    },
    () => newer,
  )
}

/** The code of a room is not there any more: another version took its place. */
export class MissingRoom extends Error {
  override readonly name = 'MissingRoom'
}

/** What is here already. */
const had = new Set<string>()

/**
 * A room's code, or a part of it. Without a connection it is waited for, and the room around it stays: a browser keeps in mind
 * that a file could not be had, and does not ask for it a second time. What the service has no more is told in the room's
 * place; the page is never loaded anew by itself.
 */
export async function room<Module>(load: () => Promise<Module>): Promise<Module> {
  // The file that it names.
  const file = /import\(([^)]+)\)/.exec(String(load))?.[1] ?? String(load)
  while (!navigator.onLine && !had.has(file)) await back()
  try {
    const module = await load()
    had.add(file)
    return module
  } catch (error) {
    // Nobody is told of a newer version by a service that does not answer.
    while (!(await answers())) await back()
    found()
    throw new MissingRoom('The room could not be loaded.', { cause: error })
  }
}

async function answers() {
  try {
    await fetch('/sign-in', { headers: { accept: 'text/html' } })
    return true
  } catch {
    return false
  }
}

const AGAIN = 3_000

/** The connection may be, or a while is over. */
function back() {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(go, AGAIN)
    function go() {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    window.addEventListener('online', go)
  })
}
