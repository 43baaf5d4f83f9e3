/**
 * Comes beside the program, which weighs twenty times as much, and runs before it: on a slow line the code of the room, the
 * words and who is here would otherwise be asked for one after the other, each when the one before has come.
 */
import { inLanguage } from '../words/language.ts'
import { begin } from './begun.ts'

type Load = () => Promise<unknown>

/** Rooms that people open first, each with the words that it waits for. */
const rooms: Readonly<Record<string, readonly Load[]>> = {
  '': [
    () => import('../rooms/overview/overview.tsx'),
    () =>
      inLanguage<unknown>({
        en: () => Promise.all([import('../words/en/home.ts'), import('../words/en/frame.ts')]),
        de: () => Promise.all([import('../words/de/home.ts'), import('../words/de/frame.ts')]),
      }),
  ],
  write: [
    () => import('../rooms/write/write.tsx'),
    () =>
      inLanguage<unknown>({
        en: () => import('../words/en/write.ts'),
        de: () => import('../words/de/write.ts'),
      }),
  ],
  calendar: [
    () => import('../rooms/calendar/calendar.tsx'),
    () =>
      inLanguage<unknown>({
        en: () => Promise.all([import('../words/en/calendar.ts'), import('../words/en/posts.ts')]),
        de: () => Promise.all([import('../words/de/calendar.ts'), import('../words/de/posts.ts')]),
      }),
  ],
}

/** Where nobody is signed in yet. */
const outside = /^(sign-in|sign-up|forgot|reset|confirm-email|invitation)$/

const [, first = ''] = location.pathname.split('/')
if (!outside.test(first)) {
  begin('/console/me')
  const loads: readonly Load[] = [
    () =>
      inLanguage<unknown>({
        en: () => import('../words/en/common.ts'),
        de: () => import('../words/de/common.ts'),
      }),
    ...(rooms[first] ?? []),
  ]
  // Whoever needs what could not be had asks for it again, and says so.
  for (const load of loads) load().catch(() => undefined)
}
