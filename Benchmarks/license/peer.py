# SPDX-License-Identifier: Apache-2.0
"""What a stranger would verify a licence with: PyJWT and cryptography. Also issues the licence that both
verify.

    peer.py issue <folder>                        root.pem, licence
    peer.py check <root.pem> <licence> <now>      "ready", then for each line "0 <count>" nanoseconds of one

The chain check is the least there is: one signature, names, times and the usage; no path rules.
"""

import base64
import datetime
import json
import pathlib
import sys
import time

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID, ObjectIdentifier

USAGE = ObjectIdentifier("1.2.840.113556.1.8000.2554.64579.38887.21195.20112.43221.5950771.13880560")
NOW = 1_790_000_000


def usages(**chosen):
    names = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: chosen.get(name, False) for name in names})


def certificate(subject, issuer, public_key, private_key, *extensions):
    name = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer)).public_key(public_key)
               .serial_number(x509.random_serial_number())
               .not_valid_before(datetime.datetime(2026, 1, 1)).not_valid_after(datetime.datetime(2036, 1, 1)))
    for extension in extensions:
        builder = builder.add_extension(extension, critical=True)
    return builder.sign(private_key, hashes.SHA256())


def issue(folder):
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root = certificate("Bench root", "Bench root", root_key.public_key(), root_key,
                       x509.BasicConstraints(ca=True, path_length=1), usages(key_cert_sign=True))
    signer = certificate("Bench signing", "Bench root", key.public_key(), root_key,
                         x509.BasicConstraints(ca=False, path_length=None), usages(digital_signature=True),
                         x509.ExtendedKeyUsage([USAGE]))
    claims = {
        "ver": 1, "iss": "Bench", "jti": "document-1", "sub": "activation-1", "aud": "com.example.kiosk",
        "profile": "kiosk", "iat": NOW, "nbf": NOW, "exp": NOW + 2_592_000, "renew": NOW + 1_296_000,
        "nonce": "AAAAAAAAAAAAAAAAAAAAAA", "features": ["VERIF", "IDENT", "MORPHOFACS", "MIMA", "MSC_CORE"],
        "limits": {"registeredUsers": 100}, "policy": {"grace": 1_209_600, "failure": "degrade", "degraded": ["VERIF"]},
        "device": {"ver": 1, "facts": {"network": ["00000001", "0000000a"], "disk": ["0000000b"]}},
    }
    header = {"typ": "imprint-license+jwt",
              "x5c": [base64.b64encode(signer.public_bytes(serialization.Encoding.DER)).decode()]}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "root.pem").write_bytes(root.public_bytes(serialization.Encoding.PEM))
    (folder / "licence").write_text(jwt.encode(claims, key, algorithm="ES256", headers=header), encoding="ascii")


def verify(document, root, now):
    chain = [x509.load_der_x509_certificate(base64.b64decode(text, validate=True))
             for text in jwt.get_unverified_header(document)["x5c"]]
    signer = chain[0]
    if signer.issuer != root.subject:
        raise ValueError("another authority")
    root.public_key().verify(signer.signature, signer.tbs_certificate_bytes, ec.ECDSA(signer.signature_hash_algorithm))
    date = datetime.datetime.utcfromtimestamp(now)
    if any(not one.not_valid_before <= date <= one.not_valid_after for one in (signer, root)):
        raise ValueError("expired certificate")
    if USAGE not in signer.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value:
        raise ValueError("not for licences")
    # PyJWT knows no other time than now: the claims' times are judged here.
    claims = jwt.decode(document, signer.public_key(), algorithms=["ES256"], audience="com.example.kiosk",
                        options={"verify_exp": False, "verify_nbf": False, "verify_iat": False})
    if not claims["nbf"] <= now < claims["exp"] or claims["profile"] != "kiosk":
        raise ValueError("not valid")


def check(root, document, now):
    print("ready", flush=True)
    for line in sys.stdin:
        count = int(line.split()[-1])
        start = time.perf_counter_ns()
        for _ in range(count):
            verify(document, root, now)
        print((time.perf_counter_ns() - start) // count, flush=True)


def main():
    if sys.argv[1] == "issue":
        issue(pathlib.Path(sys.argv[2]))
    else:
        root = x509.load_pem_x509_certificate(pathlib.Path(sys.argv[2]).read_bytes())
        check(root, pathlib.Path(sys.argv[3]).read_text(encoding="ascii"), int(sys.argv[4]))


if __name__ == "__main__":
    main()
