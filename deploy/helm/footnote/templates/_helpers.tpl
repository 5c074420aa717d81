{{- define "footnote.labels" -}}
app.kubernetes.io/name: footnote
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "footnote.pod" -}}
automountServiceAccountToken: false
{{- /* Kubernetes would add NAME_PORT for each service of the namespace: one called "metrics" would set METRICS_PORT */}}
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
{{- end -}}

{{- define "footnote.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ include "footnote.secret" . }} }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "footnote.secret" -}}
{{ required "existingSecret names the Secret with DATABASE_URL and SECRET_KEY" .Values.existingSecret }}
{{- end -}}

{{- define "footnote.env" -}}
- { name: PUBLIC_URL, value: {{ required "publicUrl is the address that people use" .Values.publicUrl | quote }} }
{{- /* Also read from the Secret as a whole; named here so that no pod starts without them and makes a key that dies with it */}}
{{- range $name := list "DATABASE_URL" "SECRET_KEY" }}
- { name: {{ $name }}, valueFrom: { secretKeyRef: { name: {{ include "footnote.secret" $ }}, key: {{ $name }} } } }
{{- end }}
- { name: FILES_URL, value: {{ required "filesUrl names the bucket that all pods share" .Values.filesUrl | quote }} }
{{- with .Values.adminEmail }}
- { name: ADMIN_EMAIL, value: {{ . | quote }} }
{{- end }}
- { name: TRUST_PROXY, value: {{ .Values.trustProxy | quote }} }
{{- if .Values.metrics.enabled }}
- { name: METRICS_PORT, value: {{ .Values.metrics.port | quote }} }
- { name: METRICS_HOST, value: "0.0.0.0" }
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- if has $name (list "DATABASE_URL" "SECRET_KEY" "PUBLIC_URL" "FILES_URL" "ADMIN_EMAIL" "TRUST_PROXY" "METRICS_PORT" "METRICS_HOST") }}
{{- fail (printf "settings.%s has a value of its own in values.yaml" $name) }}
{{- end }}
{{- /* as JSON: Helm would write a number from a file of values as 5e+06 */}}
- { name: {{ $name }}, value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }} }
{{- end }}
{{- end -}}
