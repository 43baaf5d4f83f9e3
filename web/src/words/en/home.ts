/** English: the overview. */
import { type Value } from '../format.ts'

export const words = {
  approvals: {
    wants: '{somebody} wants it out {time}',
    atOnce: 'at once',
    titleOf: (value: Value) => `To approve (${value})`,
    asked: (value: Value) => `Waiting for approval (${value})`,
    lead: 'Nothing of it goes out before somebody says yes.',
    title: 'To approve',
    reviewNamed: (content: Value) => `Review: ${content}`,
  },
  needs: {
    title: 'Needs you',
    all: 'Show all',
    doubt: 'Its answer was lost: it may be out, or not. Nothing is sent again before you say.',
    settle: 'Is it there?',
    settleNamed: (content: Value) => `Is it there? ${content}`,
    reconnect: (account: Value, platform: Value) => `Reconnect ${account} on ${platform}`,
    sick: 'Has to be connected again. Until then its posts wait.',
  },
  failed: {
    nowhere: 'It did not go out.',
    inPart: 'It did not go out everywhere.',
    why: (account: Value, sentence: string) => `${account}: ${sentence}`,
    out: 'The post is out',
    tried: 'The post is tried again',
    tryNamed: (content: Value) => `Try again: ${content}`,
  },
  tiles: {
    drafts: 'Drafts',
  },
  overview: {
    first: 'Connect your first account',
    firstText:
      'Then publish from here, through the API or from your assistant. The sandbox is there to try it with.',
    next: 'Next',
    whatNext: 'scheduled posts',
    nextLabel: 'Scheduled next',
    more: (posts: Value) => `and ${posts} more`,
    none: 'Nothing is scheduled',
    noneText: 'Schedule a post, and it stands here until it is out.',
    write: 'Write a post',
  },
}
