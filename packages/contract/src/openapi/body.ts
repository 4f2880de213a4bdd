import { z } from 'zod';

/** An OpenAPI 3.1 document; what stands in it is the OpenAPI Initiative's to say. */
export const openApiDocumentSchema = z.looseObject({ openapi: z.string() });
export type OpenApiDocument = z.infer<typeof openApiDocumentSchema>;
