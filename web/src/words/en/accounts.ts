/** English: accounts and connecting them. */
import { form, plural, type Value } from '../format.ts'

export const words = {
  row: {
    healthy: 'Works',
    expiring: 'Expires soon',
    needsReconnect: 'Reconnect it',
    disabled: 'Disabled',
    disconnected: (username: Value) => `${username} is disconnected`,
    kinds: {
      profile: 'profile',
      page: 'page',
      channel: 'channel',
      board: 'board',
      business: 'business account',
      location: 'location',
    } as Readonly<Record<string, string>>,
    about: '{platform} {kind} · {username} · connected {time}',
    /** Where the platform gave it a number instead of a name. */
    aboutUnnamed: '{platform} {kind} · connected {time}',
    reconnect: (username: Value, platform: Value) => `Reconnect ${username} on ${platform}`,
    disconnect: (username: Value) => `Disconnect ${username}`,
    disconnectTitle: (username: Value) => `Disconnect ${username}?`,
    disconnectText: (name: Value, platform: Value) =>
      `Crier’s access to ${name} on ${platform} ends. What is scheduled there waits for a decision when its time comes; what is published stays.`,
  },
  list: {
    lead: 'Where you publish, and whether it works.',
    noneOffered:
      'The platform offered no account. Sign in there as somebody who has one, and connect again.',
    what: 'accounts',
    none: 'No account is connected yet',
    noneText:
      'Connect the first one, and you can publish to it from here, through the API, or from your assistant.',
    arrived: (list: Value) => `Connected: ${list}. You can publish there now.`,
  },
  choice: {
    inSandbox: (name: Value) => `${name} in the sandbox`,
    connectTo: (whole: Value) => `Connect ${whole}`,
    connect: 'Connect',
    /** What the platform’s manifest says. */
    hint: (text: string) => text,
    hintLabel: (label: Value, whole: Value) => `${label} on ${whole} (optional)`,
    withPassword: 'Or sign in with a password made for apps',
    signInTo: (whole: Value) => `Sign in to ${whole}`,
  },
  connect: {
    again: (account: Value, platform: Value) => `Connect ${account} on ${platform} again`,
    againLead: (account: Value) =>
      `You go to the platform, sign in there as ${account}, allow Crier to publish, and come back here. What waits for the account goes out then.`,
    chooseYours: 'Choose your accounts',
    lead: 'You go to the platform, allow Crier to publish for you, and come back here.',
    chooseLead: 'The platform offered these. Connect the ones you publish to.',
    allPlatforms: 'All platforms',
    allAccounts: 'All accounts',
    viewer: 'Owners and editors connect accounts. Ask one of them.',
    what: 'platforms',
    none: 'No platform is set up here',
    noneText:
      'Whoever runs this instance gives it the client id and secret of a platform, or starts it with the sandbox on.',
    platforms: 'Platforms',
    platformsLead: 'What you publish there is public.',
    sandboxLead:
      'Stand-ins to try things out: they behave like the platforms, and nobody else sees it.',
  },
  notSetUp: {
    title: 'Not set up',
    lead: 'Whoever runs this instance registers an app with the platform and sets what is named here.',
    ownLead: 'You run this instance: each takes an app with the platform, made once.',
    setUp: (name: Value) => `Set up ${name}`,
    missing: 'Missing:',
    asks: (name: Value) => `What ${name} asks for first`,
  },
  offered: {
    what: 'what the platform offers',
    already: ' · connected already',
    ends: 'This choice ends {time}.',
    connectOne: 'Connect one account',
    connectMany: (n: number) => `Connect ${plural(n, { one: 'account', other: 'accounts' })}`,
    again: 'Begin again',
  },
  pausing: {
    all: 'Nothing that is on schedule goes out.',
    counts: (n: number, late: number) =>
      `${plural(n, { one: 'post waits', other: 'posts wait' })}, ${late} of them past their time.`,
    underWay: (n: number) =>
      `${plural(n, { one: 'post was', other: 'posts were' })} being sent already; that goes on.`,
    pauseAll: 'Pause everything',
    pauseAllText:
      'Nothing that is on schedule goes out, on any account, until somebody resumes it. Posts can be written and scheduled meanwhile. What is being sent at this moment goes on.',
    pauseOne: (name: Value) => `Pause ${name}`,
    pauseOneText:
      'Nothing goes out on this account until somebody resumes it. Other accounts of the same posts go on.',
    why: 'Why (optional)',
    whyHint: 'Told with every post that waits.',
    paused: (n: number) => `Paused: ${plural(n, { one: 'post waits', other: 'posts wait' })}`,
    resumeAll: 'Resume everything',
    resumeOne: (name: Value) => `Resume ${name}`,
    resumed: (out: number, moved: number) =>
      out + moved === 0
        ? 'It goes on'
        : `It goes on. Sent now: ${out}. Moved or made drafts: ${moved}.`,
    noneLate: 'No post is past its time: everything goes out as planned.',
    late: (n: number) =>
      form(n, {
        one: 'One post is past its time. What becomes of it?',
        other: `${n} posts are past their time. What becomes of them?`,
      }),
    lateSome: 'Some posts are past their time. What becomes of them?',
    ways: {
      publish: 'Send them now',
      next_slot: 'Move them to the next free slots',
      draft: 'Make drafts of them',
    },
    waysHint: {
      publish: 'All at once, in the order of their times.',
      next_slot: 'By the posting schedule, in the order of their times.',
      draft: 'They come off the schedule, and nothing of them is lost.',
    },
    accountSince: 'Paused since {time}.',
  },
  sets: {
    title: 'Account sets',
    lead: 'A name for accounts that you often post to together. A post keeps its accounts when its set changes.',
    what: 'account sets',
    add: 'New set',
    none: 'No sets yet',
    noneText:
      'Give the accounts of a brand or a country a name, and choose all of them at once when you write.',
    count: (n: number) => plural(n, { one: 'account', other: 'accounts' }),
    accountsOf: (name: Value) => `Accounts of ${name}`,
    changeNamed: (name: Value) => `Change ${name}`,
    removeNamed: (name: Value) => `Delete ${name}`,
    removeTitle: (name: Value) => `Delete ${name}?`,
    removeText: 'Its accounts and all posts stay.',
    removed: (name: Value) => `${name} is deleted`,
    saved: (name: Value) => `${name} is saved`,
  },
}
