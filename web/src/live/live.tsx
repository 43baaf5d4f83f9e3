/** Keeps what is shown as it is: by the stream, or by asking every half a minute while there is none. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useHere } from '../shell/here.ts'
import { isNoticed, staleBy } from './stale.ts'
import type { News } from './news.ts'
import { canListen, listen } from './stream.ts'
import { setUploads } from './uploads.ts'

/** What comes together is asked for once. */
const GATHER = 120
/** The service notices a moment behind the event. */
const NOTICED = 1_500
const POLL = 30_000
/** A short break is nobody's business. */
const PATIENCE = 6_000
const HIDDEN = 5 * 60_000

let paused = false
const watchers = new Set<() => void>()

function setPaused(now: boolean) {
  if (paused === now) return
  paused = now
  for (const each of watchers) each()
}

export function usePaused() {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => paused,
  )
}

/** Below the shell, once. Shows nothing. */
export function Live() {
  const { id } = useHere()
  const queries = useQueryClient()
  useEffect(() => keepLive(id, queries), [id, queries])
  return null
}

function keepLive(workspace: number, queries: QueryClient) {
  const stale = new Map<string, readonly unknown[]>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let gathering = false
  let poll: ReturnType<typeof setInterval> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined

  function later(ms: number, run: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  function spoil(key: readonly unknown[]) {
    stale.set(JSON.stringify(key), key)
    if (gathering) return
    gathering = true
    later(GATHER, () => {
      gathering = false
      const keys = [...stale.values()]
      stale.clear()
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    })
  }
  const everything = () => {
    spoil([workspace])
    spoil(['me'])
  }

  function take(news: News) {
    if (news.kind === 'resync') everything()
    if (news.kind === 'state') setLive(news.live)
    if (news.kind === 'under_way') {
      for (const { post_id } of news.deliveries) spoil([workspace, 'posts', 'one', post_id])
      if (news.deliveries.length) spoil([workspace, 'posts', 'list'])
      if (news.uploads) setUploads(news.uploads)
    }
    if (news.kind === 'events') {
      for (const event of news.events) {
        for (const key of staleBy(workspace, event)) spoil(key)
        spoil([workspace, 'activity'])
      }
      if (news.events.some(isNoticed)) later(NOTICED, () => spoil([workspace, 'notices']))
    }
  }

  function setLive(live: boolean) {
    if (live) {
      clearTimeout(patience)
      clearInterval(poll)
      patience = undefined
      return setPaused(false)
    }
    patience ??= setTimeout(() => {
      setPaused(true)
      setUploads([])
      poll = setInterval(everything, POLL)
    }, PATIENCE)
  }

  let hidden: ReturnType<typeof setTimeout> | undefined
  function begin() {
    if (!canListen()) return setLive(false)
    stop ??= listen({ workspace, tell: take })
  }
  function look() {
    clearTimeout(hidden)
    if (document.visibilityState === 'visible') {
      if (!stop && canListen()) {
        begin()
        everything()
      }
      return
    }
    // Another page takes over, or nobody looks.
    hidden = setTimeout(() => {
      stop?.()
      stop = undefined
    }, HIDDEN)
  }
  begin()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    stop?.()
    for (const each of [...timers, hidden, patience]) clearTimeout(each)
    clearInterval(poll)
    setPaused(false)
    setUploads([])
  }
}
