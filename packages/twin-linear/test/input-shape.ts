export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  default?: unknown;
}

/** What of a parameter a caller has to know: types, enums and what they are made of. */
export function inputShape(schema: JsonSchema): unknown {
  const { type, enum: values, items, properties, required } = schema;
  const variants = schema.anyOf ?? schema.oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : undefined);
  const fields = properties && Object.entries(properties).map(([name, one]) => [name, inputShape(one)]);
  return {
    ...(!variants && { type: type === 'integer' ? 'number' : type }),
    ...(values && { enum: values.toSorted() }),
    ...(variants && { variants: variants.map(inputShape) }),
    ...(items && { items: inputShape(items) }),
    ...(fields && { properties: Object.fromEntries(fields), required: (required ?? []).toSorted() }),
    ...(schema.default !== undefined && { default: schema.default }),
  };
}
