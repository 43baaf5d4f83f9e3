declare module '@opentelemetry/otlp-proto-exporter-base/build/src/generated/root.js' {
  interface Message {
    decode(bytes: Uint8Array): object
    toObject(
      message: object,
      options: { longs: StringConstructor; bytes: StringConstructor },
    ): unknown
  }
  const root: {
    opentelemetry: {
      proto: { collector: { trace: { v1: { ExportTraceServiceRequest: Message } } } }
    }
  }
  export default root
}
