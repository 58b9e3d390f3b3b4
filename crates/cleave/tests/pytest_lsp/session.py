"""Drives `cleave lsp` with pytest-lsp's client, which checks each answer against the protocol, and prints what the server answers."""
import asyncio
import os
import pathlib
import sys
import warnings

from lsprotocol import types
from pytest_lsp import LanguageClient, LspSpecificationWarning, client_capabilities, make_test_lsp_client

# What is not as the protocol has it is an error.
warnings.simplefilter("error", LspSpecificationWarning)

PATIENCE = 120


def uri_of(path):
    return path.as_uri()


async def said(client: LanguageClient, path, wanted=lambda all: True):
    """What is said of a file, once it is what is wanted."""
    uri = uri_of(path)

    async def until():
        while uri not in client.diagnostics or not wanted(client.diagnostics[uri]):
            await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        return client.diagnostics[uri]

    return await asyncio.wait_for(until(), PATIENCE)


def open_file(client: LanguageClient, path, text=None):
    text = path.read_text() if text is None else text
    document = types.TextDocumentItem(uri=uri_of(path), language_id="cuda-cpp", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))


def at(path, line, character):
    document = types.TextDocumentIdentifier(uri=uri_of(path))
    return {"text_document": document, "position": types.Position(line=line, character=character)}


def place(location, root):
    start = location.range.start
    name = pathlib.Path(location.uri.removeprefix("file://")).relative_to(root)
    return f"{name}:{start.line}:{start.character}"


async def session(root, options):
    client = make_test_lsp_client()

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params):
        """Files are not watched here."""

    await client.start_io(os.environ["CLEAVE_BINARY"], "lsp", *options)
    await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            root_uri=uri_of(root),
            workspace_folders=[types.WorkspaceFolder(uri=uri_of(root), name="project")],
        )
    )
    return client


async def project(root):
    """A project of CMake with two targets that share a header."""
    client = await session(root, ["--own-headers"])
    first, second, header = (root / name for name in ("first.cu", "second.cu", "scale.cuh"))
    open_file(client, first)
    for d in await said(client, first, bool):
        print("first.cu:", f"{d.range.start.line}:{d.range.start.character}", d.code, d.message)
    right = first.read_text().replace("unknown(", "scaled(")
    change = types.TextDocumentContentChangeWholeDocument(text=right)
    versioned = types.VersionedTextDocumentIdentifier(uri=uri_of(first), version=2)
    client.text_document_did_change(types.DidChangeTextDocumentParams(text_document=versioned, content_changes=[change]))
    print("first.cu then:", len(await said(client, first, lambda all: not all)))
    hover = await client.text_document_hover_async(types.HoverParams(**at(first, 4, 18)))
    print("hover:", hover.contents.value.splitlines()[1])
    found = await client.text_document_definition_async(types.DefinitionParams(**at(first, 4, 18)))
    print("definition:", *(place(location, root) for location in found))
    open_file(client, second)
    await said(client, second)
    context = types.ReferenceContext(include_declaration=True)
    found = await client.text_document_references_async(types.ReferenceParams(**at(first, 4, 18), context=context))
    print("references:", *sorted(place(location, root) for location in found))
    open_file(client, header)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=uri_of(header)))
    )
    print("symbols:", *(symbol.name for symbol in symbols))
    offered = await client.text_document_completion_async(types.CompletionParams(**at(second, 1, 46)))
    offered = offered.items if isinstance(offered, types.CompletionList) else offered
    print("completion:", "scaled" in [item.label for item in offered])
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=types.TextDocumentIdentifier(uri=uri_of(first)))
    )
    print("tokens:", len(tokens.data) % 5 == 0 and len(tokens.data) > 0)
    await client.shutdown_session()
    await client.stop()


async def programs(folder, step):
    """Programs that nvcc takes: no errors."""
    client = await session(folder, [])
    wrong = 0
    for path in sorted(folder.glob("*.cu"))[::step]:
        open_file(client, path)
        errors = [d for d in await said(client, path) if d.severity == types.DiagnosticSeverity.Error]
        for d in errors:
            print(f"{path.name}:{d.range.start.line + 1}: {d.message}")
        wrong += len(errors)
        document = types.TextDocumentIdentifier(uri=uri_of(path))
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=document))
        client.text_document_did_close(types.DidCloseTextDocumentParams(text_document=document))
    print("errors:", wrong)
    await client.shutdown_session()
    await client.stop()


async def main():
    match sys.argv[1:]:
        case ["project", root]:
            await project(pathlib.Path(root))
        case ["programs", folder, step]:
            await programs(pathlib.Path(folder), int(step))


asyncio.run(main())
