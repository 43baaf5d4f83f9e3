declare module 'autocannon' {
  namespace autocannon {
    interface Options {
      url: string
      method: 'GET' | 'POST'
      connections: number
      duration: number
      headers: Record<string, string>
      body?: string
    }
    interface Result {
      requests: { average: number }
      latency: { p50: number; p99: number }
      non2xx: number
      errors: number
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export = autocannon
}
