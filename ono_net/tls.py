"""Certificates: loaded with faults in words, and loaded anew while the server runs."""

from __future__ import annotations

import ssl
from datetime import datetime
from pathlib import Path

from cryptography import x509
from msgspec import Struct

from ono_net.config import Certificate


class BadCertificate(Exception):
    """Certificate or key cannot be used; the text says which file and why."""


class Validity(Struct, frozen=True):
    """From when to when a certificate holds, and for which names."""

    begins: datetime
    ends: datetime
    names: tuple[str, ...]


def server_context(files: Certificate) -> ssl.SSLContext:
    """What a server needs to speak TLS 1.2 or newer with this certificate; BadCertificate if it cannot."""
    for path in (files.cert, files.key):
        _readable(path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(files.cert, files.key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise BadCertificate(f"{files.key}: expected the key of {files.cert}, got another one") from None
        validity(files.cert)
        raise BadCertificate(f"{files.key}: expected a PEM private key without a password") from None
    return context


def validity(cert: Path) -> Validity:
    """When and for whom the first certificate of a PEM file holds; BadCertificate if there is none."""
    try:
        found = x509.load_pem_x509_certificate(_readable(cert))
    except ValueError:
        raise BadCertificate(f"{cert}: expected a PEM certificate") from None
    try:
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        texts = tuple(str(name.value) for name in names)
    except x509.ExtensionNotFound:
        texts = ()
    return Validity(found.not_valid_before_utc, found.not_valid_after_utc, texts)


def _readable(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadCertificate(f"{path}: {(error.strerror or str(error)).lower()}") from None
