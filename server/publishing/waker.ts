/** A sleep that news can end. News that comes while awake ends the next sleep at once: none is lost. */
export function waker(gather: number, worth: () => boolean = () => true) {
  let awake: (() => void) | undefined
  let news = false
  let gathering: NodeJS.Timeout | undefined

  function wake() {
    clearTimeout(gathering)
    gathering = undefined
    news = true
    awake?.()
  }

  /** Wakes a moment later, once for all that happens until then, if that is worth it. */
  function wakeSoon() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      if (worth()) wake()
    }, gather)
  }

  async function sleep(ms: number) {
    let timer: NodeJS.Timeout | undefined
    if (!news) {
      await new Promise<void>((resolve) => {
        awake = resolve
        timer = setTimeout(resolve, ms)
      })
    }
    clearTimeout(timer)
    awake = undefined
    news = false
  }

  return { wake, wakeSoon, sleep }
}
