/**
 * A session that ends while somebody works here is begun again in a dialog over the page, and what was asked meanwhile is
 * then asked again: nothing that stands in the page is lost.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { begunFor } from '../ahead/begun.ts'
import { forMe } from './person.ts'
import { wordsForRefusals } from './refusals.ts'

let known = false
/** Counts who was here: what was asked for one says nothing of the session of another. */
let era = 0
/** A person is ending it themselves. */
let leaving = false
let ending: { over: Promise<boolean>; settle: (again: boolean) => void } | undefined
const listeners = new Set<() => void>()
const waiting = new Set<() => void>()

/** Whenever the service answers; until what this gives is called. */
export function onAnswer(listener: () => void) {
  waiting.add(listener)
  return () => {
    waiting.delete(listener)
  }
}

/** Every call of the dashboard goes through it. */
export const patientFetch: typeof fetch = async (input, init) => {
  const asked = era
  // The SDK gives them as an object.
  const own = { ...init, headers: { ...(init?.headers as object), ...forMe() } }
  const answer = await (begunFor(input, init) ?? fetch(input, own))
  // What stands before the service may answer for it, and says that it is away.
  if (answer.status < 500) for (const listener of waiting) listener()
  if (answer.status >= 400) await wordsForRefusals()
  const { pathname } = new URL(answer.url)
  if (asked !== era || leaving) return answer
  if (pathname === '/console/me') known ||= answer.ok
  if (answer.status !== 401 || !known || !ofSession(pathname)) return answer
  return (await beginAgain()) ? patientFetch(input, init) : answer
}

/** Elsewhere a 401 speaks of a password that was typed. */
function ofSession(pathname: string) {
  return pathname === '/console/me' || /^\/console\/(workspaces|instance)\//.test(pathname)
}

/** For what sends files without it: whether the same person is signed in again, once that is settled. */
export async function signedInAgain() {
  return known && beginAgain()
}

function beginAgain() {
  if (!ending) {
    let settle: (again: boolean) => void = () => {}
    const over = new Promise<boolean>((resolve) => {
      settle = (again) => {
        ending = undefined
        tell()
        resolve(again)
      }
    })
    ending = { over, settle }
    tell()
  }
  return ending.over
}

/** Whether the dialog is due; `settle(true)` when the same person is signed in again. */
export function useSessionEnd() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => ending,
  )
}

/** Signs out by what is given: what is refused beside it ended on purpose, and nobody is asked to sign in again. */
export async function endSession<Answer>(queries: QueryClient, ask: () => Promise<Answer>) {
  leaving = true
  try {
    const answer = await ask()
    forget(queries)
    return answer
  } finally {
    leaving = false
  }
}

/** Signed out on purpose, or in as somebody else: nothing that was read counts any more. */
export function forget(queries: QueryClient) {
  leaveSession()
  queries.clear()
}

/** Before asking who it is now. */
export function leaveSession() {
  known = false
  era++
  ending?.settle(false)
}

function tell() {
  for (const listener of listeners) listener()
}
