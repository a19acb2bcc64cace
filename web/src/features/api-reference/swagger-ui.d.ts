/** The part of Swagger UI that we use (https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/). */
interface SwaggerOptions {
  domNode: HTMLElement
  /** The address of the OpenAPI document. */
  url: string
  /** The service that checks the document, which is on another host; null: none. */
  validatorUrl: null
  docExpansion: 'list' | 'full' | 'none'
  defaultModelsExpandDepth: number
  defaultModelRendering: 'example' | 'model'
  persistAuthorization: boolean
  requestInterceptor(request: object): object
  onComplete(): void
}

interface Window {
  /** Draws a document into an element. `swagger-ui-bundle.js` defines it. */
  SwaggerUIBundle?: (options: SwaggerOptions) => unknown
}
