/** What the dashboard says, by place. Rooms take their words from here, so that another language is another file. */
import { count } from './format.ts'

export const words = {
  nav: {
    write: 'Write',
  },
  shell: {
    offline: 'You are offline. What you write is kept on this device.',
    paused: 'Live updates are paused. What you see is looked at every half a minute.',
    newVersion: 'There is a new version of Crier.',
    load: 'Load it',
    crashed: 'This room did not open',
    missing: 'This room belongs to an older version of Crier. Load the page to get the new one.',
    tryAgain: 'Try again',
    loadAgain: 'Load the page',
  },
  signIn: {
    title: 'Your session has ended',
    lead: 'Sign in to go on. Nothing that you wrote is lost.',
    password: 'Password',
    submit: 'Sign in and go on',
    leave: 'Sign in as somebody else',
  },
  toast: { close: 'Close' },
  accounts: { count: (n: number) => count(n, 'account') },
} as const
