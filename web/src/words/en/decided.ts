/** English: a post that waited for a yes, and was answered by somebody else meanwhile. */
import type { Value } from '../format.ts'

export const words = {
  // {who} and {time} are filled in.
  deeds: {
    'post.approved': '{who} approved this post {time}.',
    'post.declined': '{who} declined this post {time}.',
    'post.deleted': '{who} deleted this post {time}.',
  },
  noLonger: 'This post does not wait for anybody any more.',
  reason: (reason: Value) => `The reason given: “${reason}”`,
  yours: 'It cannot be answered from here any more. What you typed stands here still.',
  draft: 'Make a draft of it',
  drafted: 'Your words are in a draft of their own',
  copy: 'Copy what you typed',
  show: 'Show what you typed',
}
