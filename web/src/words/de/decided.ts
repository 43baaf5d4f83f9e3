/** German: a post that waited for a yes, and was answered by somebody else meanwhile. */
import type * as en from '../en/decided.ts'

export const words: typeof en.words = {
  deeds: {
    'post.approved': '{who} hat diesen Beitrag {time} freigegeben.',
    'post.declined': '{who} hat diesen Beitrag {time} abgelehnt.',
    'post.deleted': '{who} hat diesen Beitrag {time} gelöscht.',
  },
  noLonger: 'Dieser Beitrag wartet auf niemanden mehr.',
  reason: (reason) => `Als Grund steht da: „${reason}“`,
  yours:
    'Von hier lässt er sich nicht mehr beantworten. Was Sie geschrieben haben, steht noch hier.',
  draft: 'Einen Entwurf daraus machen',
  drafted: 'Ihre Worte stehen in einem eigenen Entwurf',
  copy: 'Kopieren, was Sie geschrieben haben',
  show: 'Zeigen, was Sie geschrieben haben',
}
