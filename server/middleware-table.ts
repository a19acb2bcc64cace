/** The middlewares of the application. */

/**
 * Every mounted middleware, in order. The list is exact, so that nobody adds a middleware that responds to requests without
 * being listed here.
 */
export const middlewares = [
  '/ identifyRequests',
  '/api/v1/ <anonymous>', // logRequests
  '/ helmetMiddleware',
  '/ compression',
  '/api/v1/ <anonymous>', // no-store
  '/api/v1/ <anonymous>', // admitTools
  '/api/v1/ <anonymous>', // rejectCrossSite
  '/api/v1/ <anonymous>', // readViewer
  '/api/v1/ <anonymous>', // admitConfirmed
  '/api rejectUnknownPath',
  '/metrics rejectUnknownPath',
  '/assets expressStaticGzip',
  '/assets rejectMissing',
  '/streamalerts,/overlay contentSecurityPolicyMiddleware',
  '/streamalerts,/overlay referrerPolicyMiddleware',
  '/streamalerts,/overlay <anonymous>', // overlayHeaders
  '/streamalerts,/overlay rejectMissing',
  '/streamalerts,/overlay <anonymous>', // serveOverlayAway
  '/ serveStatic',
  '/ rejectUnknownPath',
  '/ <anonymous>', // errorHandler
]
