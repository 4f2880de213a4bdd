import { type Operation, operationsOf, type Reply, readJson, type TwinRequest } from '@svc/twin-kit';
import { z } from 'zod';
import { GmailError, InvalidArgument, NotFound, ParseError } from '../errors.ts';
import { fromBinary, structured, toBinary } from '../mime/headers.ts';
import { splitEntity, splitMultipart } from '../mime/parse.ts';
import { type WireMethod, wireMethod } from '../wire/discovery.ts';
import type { GmailCollections, GmailContext, Upload } from '../world.ts';
import { inputsOf, screen } from './inputs.ts';
import { answer, type Call, type CommonQuery, checkedBody, type Declaration, operation, querySchema } from './operation.ts';

const declare = operationsOf<GmailCollections>();

/** A message's bytes and the JSON that came with them. */
interface Media {
  metadata: unknown;
  bytes: Buffer;
}

/** What an upload needs of the method it is for. */
interface Target {
  wire: WireMethod;
  context: GmailContext;
  request: TwinRequest<CommonQuery, unknown>;
  finish(media: Media): Reply;
}

/**
 * Declares a method that takes a message as JSON, and under `/upload` and `/resumable/upload` as it is: alone, with its JSON
 * in one multipart body, or in several requests. https://developers.google.com/workspace/gmail/api/guides/uploads
 */
export function uploadable<Query = object, Body = object>(
  id: string,
  declared: Declaration<Query, Body>,
): Operation<GmailCollections>[] {
  const wire = wireMethod(id);
  const inputs = inputsOf(wire);
  const take = (context: GmailContext, request: TwinRequest<CommonQuery, unknown>): Reply =>
    receive({
      wire,
      context,
      request,
      finish: (media) =>
        answer(context, wire, request.params, request.query, () => {
          const call = callWith<Query, Body>(wire, request, media);
          screen(context, wire, inputs, { ...request.query, uploadType: undefined, upload_id: undefined }, call.body as object);
          return declared.handle(context, call);
        }),
    });
  const paths = Object.entries(wire.mediaUpload?.protocols ?? {});
  const verbs = [...new Set([wire.httpMethod, 'PUT'])] as Operation<GmailCollections>['method'][];
  const uploads = paths.flatMap(([protocol, { path }]) =>
    verbs.map((verb) =>
      declare({
        id: `${id} (${protocol} upload${verb === wire.httpMethod ? '' : ', continued'})`,
        method: verb,
        path,
        fidelity: 'semantic',
        mutates: true,
        action: declared.action,
        query: querySchema(wire),
        body: z.unknown(),
        handle: (context, request) => take(context, request as TwinRequest<CommonQuery, unknown>),
      }),
    ),
  );
  return [operation(id, declared), ...(uploads as Operation<GmailCollections>[])];
}

/** The call that an upload comes to: the bytes stand where the JSON would have them. */
function callWith<Query, Body>(wire: WireMethod, request: TwinRequest<CommonQuery, unknown>, media: Media): Call<Query, Body> {
  const metadata = checkedBody(wire, media.metadata) as { message?: object };
  const raw = media.bytes.toString('base64url');
  const body = wire.request?.$ref === 'Draft' ? { ...metadata, message: { ...metadata.message, raw } } : { ...metadata, raw };
  return { params: request.params, query: request.query as Query, body: body as Body };
}

function receive(target: Target): Reply {
  const { request } = target;
  const { uploadType, upload_id } = request.query;
  const type = structured([{ name: 'Content-Type', value: request.headers['content-type'] ?? '' }], 'Content-Type');
  if (upload_id !== undefined) return continued(target, upload_id);
  if (request.method !== target.wire.httpMethod) throw new NotFound();
  if (uploadType === 'resumable') return begun(target);
  if (uploadType === 'multipart' || (uploadType === undefined && type.value.startsWith('multipart/'))) {
    return target.finish(multipart(request.rawBody, type.params.boundary));
  }
  if (uploadType === 'media' || uploadType === undefined) {
    const bytes = request.rawBody;
    if (bytes.length === 0) throw new InvalidArgument('Media content required');
    return target.finish({ metadata: {}, bytes });
  }
  throw new InvalidArgument(`Invalid uploadType: ${uploadType}`);
}

/** The JSON and the message of a `multipart/related` body; the message keeps its bytes. */
function multipart(body: Buffer, boundary: string | undefined): Media {
  const parts = boundary === undefined ? [] : splitMultipart(toBinary(body), boundary).map((part) => splitEntity(part));
  const [metadata, media] = parts;
  if (!metadata || !media || parts.length > 2) throw new ParseError('Malformed multipart body.');
  const isBase64 = structured(media.fields, 'Content-Transfer-Encoding').value === 'base64';
  return {
    metadata: parseJson(fromBinary(metadata.body)),
    bytes: isBase64 ? Buffer.from(media.body, 'base64') : fromBinary(media.body),
  };
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return readJson(bytes.toString('utf8'));
  } catch {
    throw new ParseError();
  }
}

const wholeNumber = (text: unknown): number | null => (typeof text === 'string' && /^\d{1,12}$/.test(text) ? Number(text) : null);

/** Opens a resumable upload; the client goes on at the address it is given. */
function begun({ context, request, wire }: Target): Reply {
  const { world, ids, links } = context;
  const metadata = parseJson(request.rawBody);
  checkedBody(wire, metadata);
  const id = `AHVrFx${ids.text(40)}`;
  const size = wholeNumber(request.headers['x-upload-content-length']);
  world.uploads.insert({ id, target: `${wire.id} ${request.path}`, metadata, size, received: '' });
  const query = new URLSearchParams(request.search);
  query.set('upload_id', id);
  return { status: 200, headers: { location: links.signed(`${request.path}?${query}`), 'x-guploader-uploadid': id } };
}

const UNFINISHED = 308;

/** Takes another part of the message, or says how much there is of it. */
function continued({ context, request, wire, finish }: Target, id: string): Reply {
  const { world } = context;
  const upload = world.uploads.get(id);
  if (!upload || upload.target !== `${wire.id} ${request.path}`) throw new NotFound();
  const received = Buffer.from(upload.received, 'base64');
  const { start, size } = contentRange(request.headers['content-range'], upload, received.length, request.rawBody.length);
  if (start > received.length) return unfinished(received.length);
  const whole = Buffer.concat([received.subarray(0, start), request.rawBody]);
  if (size === null || whole.length < size) {
    world.uploads.update(id, { received: whole.toString('base64'), size });
    return unfinished(whole.length);
  }
  if (whole.length > size) throw new InvalidArgument('The upload is longer than it was declared');
  world.uploads.remove(id);
  return finish({ metadata: upload.metadata, bytes: whole });
}

const unfinished = (length: number): Reply => ({
  status: UNFINISHED,
  headers: length > 0 ? { range: `bytes=0-${length - 1}` } : {},
});

/** Where a part begins and how long the whole is, null where that isn't known yet. Without the header it is all that is left. */
function contentRange(header: string | undefined, upload: Readonly<Upload>, received: number, length: number) {
  if (header === undefined) return { start: received, size: upload.size ?? received + length };
  const [, first, last, total] = /^bytes (?:(\d{1,12})-(\d{1,12})|\*)\/(\d{1,12}|\*)$/.exec(header) ?? [];
  if (total === undefined) throw new GmailError(400, 'badRequest', 'Failed to parse Content-Range header.');
  const size = wholeNumber(total) ?? upload.size;
  if (first === undefined) return { start: received, size };
  if (Number(last) - Number(first) + 1 !== length) throw new InvalidArgument('Content-Range does not fit the body');
  return { start: Number(first), size };
}
