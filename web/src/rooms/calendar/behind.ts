/** What comes behind the room, in one piece, while it is looked at already. */
export { ChosenBar } from './chosen-bar.tsx'
export { More } from './more.tsx'
export { moveTogether } from './together.ts'
