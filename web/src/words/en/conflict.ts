/** English: a post that two people changed. */
export const words = {
  title: 'Somebody else changed this post',
  lead: 'Choose for each what it becomes. What only one of you changed is kept from both.',
  merged: 'You changed different things: both are kept. Look it over and save again.',
  theirs: 'Theirs',
  yours: 'Yours',
  which: (field: string) => `${field}: which version`,
  goOn: 'Use this and save again',
  nothing: 'Nothing',
  fields: {
    text: 'Text',
    variants: 'Versions',
    parts: 'Thread',
    thread_as: 'Where there are no threads',
    split: 'What is too long',
    first_comment: 'First comment',
    account_ids: 'Accounts',
    files: 'Files',
    options: 'Options',
    when: 'When',
  },
}
