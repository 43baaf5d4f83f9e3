/** English: the end of a workspace, and of a person. */
import { plural, type Value } from '../format.ts'

export const words = {
  what: 'what would go',
  password: 'Your password',
  code: 'Code of the app',
  fresh: 'You have no password: this goes within 15 minutes of signing in.',
  workspace: {
    title: 'Delete this workspace',
    lead: 'Everything of it is erased: posts, files, accounts, members. For a week it can be taken back.',
    first:
      'This Crier began with this workspace: its owners set what is of all. It is not deleted.',
    open: 'Delete this workspace …',
    at_once:
      'At once nothing is published any more, and keys, connected apps, invitations, webhooks and calendar addresses end for good.',
    after: (days: number) =>
      `After ${plural(days, { one: 'day', other: 'days' })} everything is erased. Until then an owner can take it back.`,
    not_out: (n: number) =>
      `${plural(n, { one: 'post is', other: 'posts are' })} on schedule and will not go out.`,
    under_way: (n: number) =>
      `${plural(n, { one: 'post is', other: 'posts are' })} on the way at this moment, and will go on to an end.`,
    out: (n: number) =>
      `${plural(n, { one: 'post is', other: 'posts are' })} published. What is out stays out: take it down first if it should go.`,
    unknown: (n: number) =>
      `Of ${plural(n, { one: 'post', other: 'posts' })} nobody knows whether they are out.`,
    accounts: (n: number) =>
      `${plural(n, { one: 'account is', other: 'accounts are' })} disconnected.`,
    name: (name: Value) => `Type the name of the workspace: ${name}`,
    act: 'Delete this workspace',
    asked: 'The workspace will be deleted',
    ends: 'Everything of this workspace is erased after {time}. Until then it is only read.',
    back: 'Take it back',
    kept: 'The workspace stays. Publishing is paused until somebody resumes it.',
  },
  take: {
    title: 'My data',
    lead: 'Everything that is kept about you in one file: profile, memberships, sessions, apps, notices, and what you did.',
    act: 'Download my data',
    all: 'Take everything along',
    allLead:
      'One file with posts, files, numbers, accounts, series and members of this workspace. Keys and tokens are not in it.',
    allAct: 'Download this workspace (.zip)',
  },
  person: {
    title: 'Delete my account',
    lead: 'Everything by which you sign in goes at once and for good. What you wrote in workspaces of others stays, without your name.',
    open: 'Delete my account …',
    goes: 'Sessions, passkeys, the second factor, connected apps, keys that you made, notices and what you have begun to write go at once. Nobody can bring them back.',
    owned: 'You are the only owner of these. Make somebody else an owner of each, or delete it:',
    members: 'others belong to it',
    alone: 'nobody else belongs to it',
    first: 'this Crier began with it, so it is not deleted: invite another owner',
    ending: 'it is being deleted, and others belong to it',
    look: 'Members',
    settings: 'Delete it',
    email: (email: Value) => `Type your address: ${email}`,
    act: 'Delete my account for good',
  },
}
