/** English: the overview. */
import { type Value } from '../format.ts'

export const words = {
  approvals: {
    wants: '{somebody} wants it out {time}',
    atOnce: 'at once',
    titleOf: (value: Value) => `To approve (${value})`,
    lead: 'Nothing of it goes out before somebody says yes.',
    title: 'To approve',
    reviewNamed: (content: Value) => `Review: ${content}`,
  },
  failed: {
    out: 'The post is out',
    tried: 'The post is tried again',
    tryNamed: (content: Value) => `Try again: ${content}`,
  },
  overview: {
    lead: (name: Value) => `What happens in ${name}.`,
    first: 'Connect your first account',
    firstText:
      'Then publish through the API or from your assistant. The sandbox is there to try it with.',
    next: 'Next',
    whatNext: 'scheduled posts',
    nextLabel: 'Scheduled next',
    more: (posts: Value) => `and ${posts} more`,
    none: 'Nothing is scheduled',
    noneText:
      'Schedule a post through the API or from your assistant, and it stands here until it is out.',
    failed: 'Failed lately',
    failedLead: 'Mend what is wrong, and try again.',
  },
}
