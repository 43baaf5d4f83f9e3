/** The name of the call that an address of a file was given out with, so that who comes to it tells of that call. Pure. */

/** One call of one step; each that may have published has its own. */
export interface Pull {
  workspace_id: number
  delivery_id: number
  step: string
  /** When it began; 0 where the step only prepares. */
  began: number
}

const NAME = /^(\d{1,15})\.(\d{1,15})\.(\w{1,60})\.([\da-z]{1,11})$/

/** Short, and of letters that stand in an address as they are. */
export function pullName({ workspace_id, delivery_id, step, began }: Pull): string {
  return [workspace_id, delivery_id, step, began.toString(36)].join('.')
}

export function pullNamed(name: string): Pull | undefined {
  const [, workspace, delivery, step, began] = NAME.exec(name) ?? []
  if (step === undefined || began === undefined) return undefined
  return {
    workspace_id: Number(workspace),
    delivery_id: Number(delivery),
    step,
    began: Number.parseInt(began, 36),
  }
}
