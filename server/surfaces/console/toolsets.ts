/** Lists of tools as a person ticks them for an app. */
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { type Toolset, toolsets } from '#operations/operation.ts'
import { knownToolsets } from '../mcp/toolsets.ts'

/**
 * What a person reads before they decide; less, where their own role does not go so far. Whoever adds a tool says here what it
 * lets an app do: what is not said nobody has allowed.
 */
const told: Record<Toolset, { title: string; can: readonly string[] }> = {
  default: {
    title: 'Posts, media and numbers',
    can: [
      'See the connected accounts, posts, media and analytics of the workspace',
      'Write, schedule, publish and delete posts on these accounts',
      'Add, change and delete media',
    ],
  },
  bulk: {
    title: 'Many posts at once',
    can: [
      'Write, schedule, publish, move, reorder, relabel and cancel up to 50 posts in one call',
      'Move, tag, describe, delete and restore many files in one call',
    ],
  },
  library: {
    title: 'The library in depth',
    can: [
      'Crop, turn and recode pictures, cut videos, and take pictures out of them, as new files',
      'Show another file instead of one, in all drafts and scheduled posts that have it',
      'See how the library is made up, and bring deleted files back',
    ],
  },
  events: {
    title: 'Events and webhooks',
    can: ['Read what happened, and who did it', 'See webhooks'],
  },
  activity: {
    title: 'Activity',
    can: ['Look back at who did what, and at how posts read before'],
  },
  analytics: {
    title: 'Analytics in depth',
    can: ['See how each post did, which hours did best, and how many people follow the accounts'],
  },
  links: {
    title: 'Links in posts, and calendars',
    can: [
      'See the parameters that are put on links, and set them',
      'See the calendar: what is planned, and what is open',
      'See calendar addresses, and end them',
    ],
  },
  plan: {
    title: 'Planning',
    can: [
      'See account sets, and make, change and delete them',
      'Hold everything that is on schedule, and let it go',
    ],
  },
  queues: {
    title: 'Queues',
    can: ['See named queues, and make, change, pause and delete them'],
  },
  series: {
    title: 'Posts that recur',
    can: ['See series of posts, and make, change, pause and end them'],
  },
  snippets: {
    title: 'Snippets and templates',
    can: ['See snippets and templates, and make, change and delete them'],
  },
  account: {
    title: 'Accounts and labels themselves',
    can: [
      'Disconnect accounts, and ask you to reconnect them',
      'See what can be chosen on an account, such as its boards, and look for people to mention',
      'Have pages read that it names, to see what a link to them shows',
      'Rename, merge and delete labels, on all posts that have them',
    ],
  },
  live: {
    title: 'What is out there',
    can: [
      'Change published posts on the platforms, and take them down there',
      'Take back what it, or an API key, posted today: cancel what is scheduled and delete drafts',
    ],
  },
}

export const offered = knownToolsets(operations).map((name) => ({ name, ...told[name] }))

/** What an app gets when nobody says. */
export const usual: readonly Toolset[] = ['default']

export const Ticked = z
  .array(z.enum(toolsets))
  .min(1, 'Tick at least one: without a tool it can do nothing.')
  .transform((list) => toolsets.filter((each) => list.includes(each)))
